"""The web pages: routes that parse and answer, and the models their templates are given."""
