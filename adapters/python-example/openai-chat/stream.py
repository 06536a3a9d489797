"""From the chunks of a stream to updates: words as they come; calls, refusal and citations when all of them are whole."""

from agent_tools_conformance import ChatResponseUpdate, TextContent, WireError
from agent_tools_conformance.json_values import count, from_json, list_of, object_of, text_or_none

from .response import calls_of, citations, finish_reason, provider_error, refusal_of, usage_of

# Members of a call that come in pieces; others are said once.
GROWING = ("arguments", "input")


def updates_of(events):
    """Of several choices the first is the answer."""
    calls, words, refusal, legacy, annotations, finish, usage = Calls(), "", "", None, [], None, None
    for event in events:
        if event == "[DONE]":
            break
        chunk = from_json(event)
        if chunk.get("error"):
            raise provider_error(chunk)
        # Some servers say it with every chunk; the last one counts.
        usage = usage_of(chunk.get("usage")) or usage
        choice = next((each for each in list_of(chunk.get("choices")) if (each.get("index") or 0) == 0), {})
        finish = text_or_none(choice.get("finish_reason")) or finish
        delta = object_of(choice.get("delta"))
        for piece in list_of(delta.get("tool_calls")):
            calls.add(piece)
        if isinstance(delta.get("function_call"), dict):
            legacy = joined(legacy or {"name": "", "arguments": ""}, delta["function_call"])
        refusal += text_or_none(delta.get("refusal")) or ""
        annotations += list_of(delta.get("annotations"))
        piece = text_or_none(delta.get("content"))
        words += piece or ""
        yield ChatResponseUpdate(
            [TextContent(piece)] if piece else [],
            "assistant",
            response_id=text_or_none(chunk.get("id")),
            model_id=text_or_none(chunk.get("model")),
            raw_representation=chunk,
        )
    if finish is None:
        raise WireError("The stream of OpenAI ended before its answer was over.")
    cited = citations(annotations, words)
    message = {"refusal": refusal, "tool_calls": calls.whole(), "function_call": legacy}
    contents = [TextContent("", cited)] if cited else []
    contents += [*refusal_of(message), *calls_of(message)]
    yield ChatResponseUpdate(contents, "assistant", finish_reason=finish_reason(finish, contents), usage=usage)


class Calls:
    """Calls that come in pieces, in the order of their first."""

    def __init__(self):
        self.growing = []

    def add(self, piece):
        """By its index or its id; a piece that has neither goes on with the last call. A new id begins a new call."""
        index, call_id = count(piece.get("index")), text_or_none(piece.get("id"))
        if index is not None:
            last = [one for one in self.growing if one["index"] == index][-1:]
            is_other = last and call_id and last[0]["call"].get("id") not in (None, "", call_id)
            found = [] if is_other else last
        elif call_id:
            found = [one for one in self.growing if one["call"].get("id") == call_id]
        else:
            found = self.growing[-1:]
        if found:
            found[0]["call"] = joined(found[0]["call"], piece)
        else:
            self.growing.append({"index": index, "call": piece})

    def whole(self):
        """As they would stand in a whole message: an index says nothing there."""
        return [{name: value for name, value in one["call"].items() if name != "index"} for one in self.growing]


def joined(before, piece):
    """Names and ids are said once, in the first piece or later; empty ones are none. What is asked grows."""
    after = dict(before)
    for name, value in piece.items():
        old = before.get(name)
        if isinstance(old, dict) and isinstance(value, dict):
            after[name] = joined(old, value)
        elif name in GROWING and isinstance(old, str) and isinstance(value, str):
            after[name] = old + value
        elif value not in (None, ""):
            after[name] = value
    return after
