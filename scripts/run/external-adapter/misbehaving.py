"""The example adapter for Anthropic, which misbehaves in the way that a parameter of its client names."""

import os, signal, sys, time
from anthropic.client import Client
from json_rpc import serve

def write(file, *texts):
    for text in texts:
        file.write(text)
        file.flush()

class Misbehaving(Client):
    def respond(self, messages, options, call):
        way = self.settings.get("parameters", {}).get("way")
        if way == "endless line": write(sys.stdout, *["x" * 2**20] * 60)
        if way == "flooded log": write(sys.stderr, *["x" * 2**20] * 60, "the end of the log"), os._exit(3)
        if way == "not JSON": write(sys.stdout, "Searching …\n")
        if way == "death": write(sys.stdout, '{"jsonrpc":"2.0","id":'), os._exit(0)
        if way == "wrong id": write(sys.stdout, '{"jsonrpc":"2.0","id":999999,"result":null}\n')
        return time.sleep(1e6) if way == "no answer" else super().respond(messages, options, call)

    def close(self):
        if self.settings.get("parameters", {}).get("way") == "no end": time.sleep(1e6)

signal.signal(signal.SIGTERM, signal.SIG_IGN)
serve(Misbehaving)
time.sleep(1e6)  # Nor does it end with its stdin.
