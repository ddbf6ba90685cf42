"""The child process that parses mails, under limits of memory and CPU time. `parser.py` starts it and talks to it."""

from pbem.mail_in.parse.child import serve

if __name__ == "__main__":
    serve()
