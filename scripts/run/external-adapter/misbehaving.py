"""The example adapter in Python, which misbehaves in the way that a parameter of its client names."""

import importlib, os, signal, sys, time
from agent_tools_conformance import serve

# The server takes stdout away, and ends with its stdin.
wire, end = os.fdopen(os.dup(1), "w"), os._exit
os._exit = lambda code: time.sleep(1e6)

def write(file, *texts):
    for text in texts:
        file.write(text)
        file.flush()

class Misbehaving(importlib.import_module("openai-chat.client").OpenAIChat):
    def get_response(self, messages, options, call):
        way = (self.settings.parameters or {}).get("way")
        if way == "endless line": write(wire, *["x" * 2**20] * 60)
        if way == "flooded log": write(sys.stderr, *["x" * 2**20] * 60, "the end of the log"), end(3)
        if way == "not JSON": write(wire, "Searching …\n")
        if way == "death": write(wire, '{"jsonrpc":"2.0","id":'), end(0)
        if way == "wrong id": write(wire, '{"jsonrpc":"2.0","id":999999,"result":null}\n')
        return time.sleep(1e6) if way == "no answer" else super().get_response(messages, options, call)

    def close(self):
        if (self.settings.parameters or {}).get("way") == "no end": time.sleep(1e6)

signal.signal(signal.SIGTERM, signal.SIG_IGN)
serve(Misbehaving)
