"""What clients of Claude share: tools that the application acts by are functions to the framework."""

from __future__ import annotations

from typing import Any

from agent_framework import Content
from agent_tools_conformance import ActionCallContent, ChatOptions, RawTool, unsendable

from from_contract import Writing, content_of
from to_contract import asked_of

EDITOR = "str_replace_based_edit_tool"
# What the application acts by, by what the types of the declarations begin with; and the members that name what to do.
ACTING = {"bash_": "shell", "text_editor_": "text-editor", "computer_": "computer-use"}
NAMES = {"shell": "bash", "text-editor": EDITOR, "computer-use": "computer"}
NAMING = {"text-editor": "command", "computer-use": "action"}


def acting(options: ChatOptions) -> dict[str, str]:
    """By which names the model calls what the application acts by."""
    found = {}
    for tool in options.tools or []:
        if tool.type in NAMES:
            found[NAMES[tool.type]] = tool.type
        declared = tool.declaration if isinstance(tool, RawTool) else {}
        found |= {declared.get("name"): kind for prefix, kind in ACTING.items() if str(declared.get("type")).startswith(prefix)}
    return found


def acts_in(content: Content, acting: dict[str, str]) -> list[ActionCallContent]:
    """None where it is no such call, or nothing is named to do."""
    tool = acting.get(content.name) if content.type == "function_call" and not content.hosted else None
    asked = asked_of(content.arguments) if tool else None
    action = action_of(tool, asked) if tool and isinstance(asked, dict) else None
    return [ActionCallContent(content.call_id, tool, [action])] if action else []


def action_of(tool: str, asked: dict[str, Any]) -> dict[str, Any] | None:
    """None where nothing is named to do."""
    if tool == "shell":
        return {"type": "restart"} if asked.get("restart") is True else {"type": "exec", **asked}
    rest = {name: value for name, value in asked.items() if name != NAMING[tool]}
    kind = asked.get(NAMING[tool])
    return {"type": kind, **rest} if isinstance(kind, str) else None


def acted(content: Any, writing: Writing) -> list[Content]:
    """What the application acted by is a function to the framework."""
    if content.type == "action-result":
        made = [one for each in content.outputs for one in said(each, writing)]
        failed = content.exit_code or any(each.type == "error" for each in content.outputs)
        made += [Content.from_text(f"exit code: {content.exit_code}")] if content.exit_code else []
        return [Content.from_function_result(content.call_id, result=made, exception="It failed." if failed else None)]
    if len(content.actions) != 1 or not isinstance(content.actions[0].get("type"), str):
        raise unsendable(f"a call to {content.tool} has {len(content.actions)} actions; Claude has one per call, with a type")
    kind, asked = content.actions[0]["type"], {name: value for name, value in content.actions[0].items() if name != "type"}
    if content.tool == "shell":
        asked = {"restart": True} if kind == "restart" else asked
    else:
        asked = {NAMING[content.tool]: kind, **asked}
    return [Content.from_function_call(content.call_id, NAMES[content.tool], arguments=asked)]


def said(output: Any, writing: Writing) -> list[Content]:
    return [Content.from_text(output.message)] if output.type == "error" else content_of(output, writing)
