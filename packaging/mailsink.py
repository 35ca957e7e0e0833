"""Takes mail on port 2525 of this machine and keeps each letter as a file of a folder."""

import pathlib
import socketserver
import sys
import uuid

FOLDER = pathlib.Path(sys.argv[1])


class Session(socketserver.StreamRequestHandler):
    def say(self, line):
        self.wfile.write(line.encode() + b"\r\n")

    def handle(self):
        self.say("220 mail")
        for raw in self.rfile:
            verb = raw.split(None, 1)[0].upper() if raw.strip() else b""
            if verb == b"DATA":
                self.say("354 go on")
                lines = []
                for line in self.rfile:
                    if line == b".\r\n":
                        break
                    lines.append(line)
                (FOLDER / uuid.uuid4().hex).write_bytes(b"".join(lines))
            if verb == b"QUIT":
                self.say("221 bye")
                return
            self.say("250 ok")


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True


Server(("127.0.0.1", 2525), Session).serve_forever()
