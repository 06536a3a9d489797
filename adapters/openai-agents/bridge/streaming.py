"""Events of a stream as updates of the contract."""

from agent_tools_conformance import ChatResponseUpdate, TextContent, TextReasoningContent
from agent_tools_conformance.json_values import plain
from agents.models.fake_id import FAKE_RESPONSES_ID

from .items import contents_of
from .writing import KEPT

WORDS = {
    "response.output_text.delta": "content_index",
    "response.reasoning_summary_text.delta": "summary_index",
    "response.reasoning_text.delta": "content_index",
}


class Teller:
    """Words are told at once, part by part of the first open item; whatever else with the end of its item."""

    def __init__(self, in_turn: bool):
        self.in_turn, self.name = in_turn, None
        #: By the place of an item: its end, the part whose words are told, and the words of each.
        self.done: dict[int, dict] = {}
        self.part: dict[int, tuple] = {}
        self.words: dict[int, list[str]] = {}
        self.late: set[tuple] = set()
        self.kind: dict[int, str] = {}
        self.open: list[int] = []
        self.told: set[int] = set()

    def tell(self, event) -> list[ChatResponseUpdate]:
        at, kind = getattr(event, "output_index", None), event.type
        if at is None:
            return []
        if at not in self.told and at not in self.open:
            self.open.append(at)
        if kind == "response.output_item.done":
            self.done[at] = plain(event.item)
            return [update for one in self.ended() for update in self.ending(one, self.done[one])]
        if kind.endswith("_text.done"):
            part = kind.replace(".done", ".delta")
            if self.part.get(at) == (part, getattr(event, WORDS.get(part, ""), None)):
                del self.part[at]
        return self.piece(event, at) if WORDS.get(kind) and event.delta else []

    def piece(self, event, at: int) -> list[ChatResponseUpdate]:
        part = (event.type, getattr(event, WORDS[event.type]))
        # Of a thought, a summary is told, or what the model wrote where there is none.
        if self.kind.setdefault(at, event.type) != event.type:
            self.late.add((at, part))
        if at not in self.part and (at, part) not in self.late:
            self.part[at] = part
            self.words.setdefault(at, []).append("")
        if at in self.told or (self.in_turn and at != self.open[0]) or self.part.get(at) != part:
            self.late.add((at, part))
            return []
        self.words[at][-1] += event.delta
        if "reasoning" in event.type:
            return self.update(None, [TextReasoningContent(event.delta)])
        return self.update(name_of({"type": "message", "id": event.item_id}), [TextContent(event.delta)])

    def ended(self) -> list[int]:
        """Those whose turn has come."""
        if not self.in_turn:
            return [at for at in self.open if at in self.done and at not in self.told]
        ended = []
        while self.open and self.open[0] in self.done:
            ended.append(self.open.pop(0))
        return ended

    def rest(self, items: list[dict]) -> list[ChatResponseUpdate]:
        """Items whose end never came, and what came behind them."""
        told = {self.done[at].get("id") for at in self.told} - {FAKE_RESPONSES_ID}
        left = [(at, item) for at, item in enumerate(items) if item.get("id") not in told]
        return [update for at, item in left if at not in self.told or item.get("id") != self.done[at].get("id") for update in self.ending(at, item)]

    def ending(self, at: int, item: dict) -> list[ChatResponseUpdate]:
        """What of an item was not told."""
        contents, words, start = [], list(self.words.get(at, [])), 0
        self.told.add(at)
        for content in contents_of(item):
            if content.type not in ("text", "reasoning"):
                contents.append(content)
                continue
            # A thought is one text of all its parts.
            said = "".join(words) if content.type == "reasoning" else words[0] if words else ""
            rest = content.text.removeprefix(said)
            if content.type == "text":
                words = words[1:] if said and content.text.startswith(said) else words
                start = place(content, start)
                contents += [TextContent(rest, content.annotations)] if rest or content.annotations else []
            elif rest or content.protected_data:
                contents.append(TextReasoningContent(rest, content.protected_data))
        return self.update(name_of(item), contents) if contents else []

    def update(self, name: str | None, contents: list) -> list[ChatResponseUpdate]:
        """What goes back stands with the last message."""
        last, self.name = self.name, name or self.name
        ends = [ChatResponseUpdate([TextContent("", raw_representation={KEPT: []})], message_id=last)] if last and name not in (None, last) else []
        return [*ends, ChatResponseUpdate(contents, role="assistant", message_id=name)]


def place(content: TextContent, start: int) -> int:
    """Citations are told of the words that the parts of a message make together."""
    length = len(content.text.encode("utf-16-le", "surrogatepass")) // 2
    for one in content.annotations or []:
        if one.start_index is not None or start:
            one.end_index = start + (length if one.end_index is None else one.end_index)
            one.start_index = start + (one.start_index or 0)
    return start + length


def name_of(item: dict) -> str | None:
    """That of a message. Chat Completions has none, and the library makes one up."""
    return item.get("id") if item.get("type") == "message" and item.get("id") != FAKE_RESPONSES_ID else None
