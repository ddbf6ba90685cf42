"""Mail: what is told to whom in which words, and the bytes that go out."""
