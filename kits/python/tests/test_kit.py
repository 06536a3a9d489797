import json
import os
import subprocess
import sys
import unittest
from pathlib import Path

from agent_tools_conformance import contents, json_values, model, options, settings

FOLDER = Path(__file__).parent
SCHEMA = json.loads((FOLDER / "../../../schemas/process.schema.json").resolve().read_text())
VERSION = (FOLDER / "../../../spec/contract/version.ts").resolve().read_text().split("'")[1]
START = (
    "from agent_tools_conformance import UnsupportedTool, serve\n"
    "serve('bridge:bridge', [UnsupportedTool('shell', source='https://library.example/tools')])"
)
HELLO = {"role": "user", "contents": [{"type": "text", "text": "Hello"}]}


class Conversation:
    def __init__(self):
        paths = os.pathsep.join([str(FOLDER), str(FOLDER.parent)])
        pipe = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        command = [sys.executable, "-B", "-c", START]
        self.process = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": paths}, **pipe)
        self.ids = 0

    def say(self, method, **params):
        self.ids += 1
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        if method != "cancel":
            message["id"] = self.ids
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()
        return self.ids

    def hear(self):
        return json.loads(self.process.stdout.readline())

    def client(self, name="echo"):
        given = {"baseUrl": "http://127.0.0.1:1", "model": name, "maxOutputTokens": 1, "timeout": 1000}
        given["credentials"] = {"type": "apiKey", "apiKey": "k"}
        self.say("createClient", client=name, settings=given)
        assert self.hear()["result"] is None

    def ask(self, client="echo", method="getResponse", **asked):
        return self.say(method, client=client, messages=[HELLO], options=asked)

    def end(self):
        return (b"", b"") if self.process.stdin.closed else self.process.communicate(timeout=10)


class Protocol(unittest.TestCase):
    def setUp(self):
        self.talk = Conversation()
        self.addCleanup(self.talk.end)
        self.talk.say("initialize", contractVersion=VERSION, adapter={"id": "mine", "implementation": "m", "providerApi": "p"})
        self.first = self.talk.hear()["result"]
        self.talk.client()

    def test_says_who_it_is_and_what_it_lacks(self):
        self.assertEqual(self.first["contractVersion"], VERSION)
        self.assertEqual(self.first["unsupportedTools"], [{"tool": "shell", "source": "https://library.example/tools"}])

    def test_what_a_framework_prints_is_a_log(self):
        self.talk.ask()
        self.assertEqual(self.talk.hear()["result"]["messages"][0]["contents"], [{"type": "text", "text": "Hello"}])
        rest, log = self.talk.end()
        self.assertEqual(rest, b"")
        self.assertIn(b"a framework that prints while it is imported", log)
        self.assertEqual(self.talk.process.returncode, 0)

    def test_updates_come_before_the_end(self):
        self.talk.ask(method="getStreamingResponse")
        said = [self.talk.hear() for _ in range(3)]
        self.assertEqual([one["params"]["update"]["contents"][0]["text"] for one in said[:2]], ["Good ", "morning."])
        self.assertIsNone(said[2]["result"])

    def test_what_is_no_json_is_an_error_that_names_the_place(self):
        for what, place in ("no-json", "/messages/0/contents/0/rawRepresentation/0 is a builtins.object"), ("infinite", "/n is inf"):
            self.talk.ask(modelId=what)
            self.assertIn(place, self.talk.hear()["error"]["message"])

    def test_errors_have_their_members(self):
        self.talk.ask(modelId="busy")
        data = {"name": "ProviderError", "status": 429, "retryAfter": 250, "retryable": True}
        self.assertEqual(self.talk.hear()["error"], {"code": -32000, "message": "busy", "data": data})
        self.talk.ask(modelId="no-tool")
        data = self.talk.hear()["error"]["data"]
        self.assertEqual((data["adapter"], data["tool"], data["rejectedBy"]), ("mine", "shell", "bridge"))
        self.assertNotIn("shell", data["supported"])
        self.talk.ask(modelId="surprise")
        self.assertEqual(self.talk.hear()["error"]["data"], {"name": "KeyError"})

    def test_cancelled_calls_end_while_others_go_on(self):
        hanging = [self.talk.ask(modelId="hang"), self.talk.ask(method="getStreamingResponse", modelId="hang")]
        self.assertEqual([self.talk.hear()["method"] for _ in range(2)], ["update", "update"])
        self.talk.ask()
        self.assertIn("result", self.talk.hear())
        for request in hanging:
            self.talk.say("cancel", request=request)
            ended = self.talk.hear()
            self.assertEqual((ended["id"], ended["error"]["data"]["name"]), (request, "AbortedError"))
        self.assertIn(b"told of the cancellation", self.talk.end()[1])

    def test_a_call_cancelled_at_once_is_answered(self):
        request = self.talk.ids + 1
        line = json.dumps({"id": request, "method": "getResponse", "params": {"client": "echo", "messages": [], "options": {"modelId": "hang"}}})
        stop = json.dumps({"method": "cancel", "params": {"request": request}})
        self.talk.process.stdin.write(f"{line}\n{stop}\n".encode())
        self.talk.process.stdin.flush()
        self.assertEqual(self.talk.hear()["error"]["data"]["name"], "AbortedError")

    def test_plain_methods_run_in_threads(self):
        self.talk.client("plain")
        self.talk.ask("plain")
        self.assertEqual(self.talk.hear()["result"]["messages"][0]["contents"][0]["text"], "plain")
        self.talk.ask("plain", "getStreamingResponse")
        self.assertEqual([*map(len, (self.talk.hear(), self.talk.hear()))], [3, 3])
        self.assertIsNone(self.talk.hear()["result"])
        request = self.talk.ask("plain", modelId="hang")
        self.talk.say("cancel", request=request)
        self.assertEqual(self.talk.hear()["error"]["data"]["name"], "AbortedError")
        self.talk.say("close", client="plain")
        self.assertIsNone(self.talk.hear()["result"])


class Contract(unittest.TestCase):
    def test_dataclasses_have_the_members_of_the_contract(self):
        seen = 0
        for module in contents, options, settings:
            for name, cls in vars(module).items():
                stated = SCHEMA["$defs"].get({"Settings": "ProcessSettings", "AdapterWarning": "Warning"}.get(name, name))
                if not isinstance(cls, type) or not issubclass(cls, model.Model) or not stated or "properties" not in stated:
                    continue
                with self.subTest(name):
                    members = {key: required for _, key, required, _ in model.plan(cls)}
                    kind = {"type"} if hasattr(cls, "type") else set()
                    self.assertEqual(set(members) | kind, set(stated["properties"]))
                    required = {key for key, is_required in members.items() if is_required} | kind
                    loose = {"warnings"} if name == "ChatResponse" else set()
                    self.assertEqual(required ^ set(stated["required"] if "required" in stated else ()), loose)
                    seen += 1
        self.assertGreater(seen, 35)
        for base, union in (contents.Content, "Content"), (options.Tool, "Tool"):
            named = {SCHEMA["$defs"][one["$ref"].rpartition("/")[2]]["properties"]["type"]["const"] for one in SCHEMA["$defs"][union]["oneOf"]}
            self.assertEqual(set(base.known), named)

    def test_messages_survive_the_way_there_and_back(self):
        said = {
            "role": "user",
            "messageId": "m",
            "contents": [
                {"type": "text", "text": "x", "annotations": [{"url": "u", "startIndex": 0}], "rawRepresentation": {"a": None}},
                {"type": "function-result", "callId": "c", "result": None},
                {"type": "function-result", "callId": "c", "outputs": [{"type": "data", "data": "AA==", "mediaType": "image/png"}]},
                {"type": "hosted-tool-result", "tool": "web-search", "outputs": []},
            ],
        }
        self.assertEqual(contents.ChatMessage.from_json(said).to_json(), said)
        with self.assertRaisesRegex(ValueError, "no Content of type 'smell'"):
            contents.Content.from_json({"type": "smell"})


class JsonValues(unittest.TestCase):
    def test_numbers_have_an_end(self):
        for written in "1e400", "NaN", "-Infinity":
            with self.assertRaises(ValueError):
                json_values.from_json(written)

    def test_indexes_count_as_the_contract_does(self):
        self.assertEqual([json_values.utf16("🌊 x", index) for index in (1, 2, 99, None, -1)], [2, 3, 4, None, None])


if __name__ == "__main__":
    unittest.main()
