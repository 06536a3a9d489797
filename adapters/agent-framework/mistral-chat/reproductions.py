from agent_framework import Content, Message
from agent_framework.mistral import MistralChatClient

from ..shared.reproductions import _ask, _error, contents, function


def client_at(base_url):
    return MistralChatClient(
        model="mistral-small", api_key="key", server_url=base_url, function_invocation_configuration={"enabled": False}
    )


async def truncated_streams(base_url):
    """A stream that ends before its finish reason throws an error."""
    assert await _error(_ask(client_at(base_url), "stream")) is not None


async def stream_errors_unread(base_url):
    """A streamed request that fails says with which status."""
    error = await _error(_ask(client_at(base_url), "stream"))
    assert "50" in str(error) or "429" in str(error)


async def reasoning_state_dropped(base_url, mode, requests):
    """A thought goes back."""
    client = client_at(base_url)
    response = await _ask(client, mode, tools=[function()])
    if contents(response, "text_reasoning") == []:
        raise RuntimeError("the response has no thought")
    said = [Message("user", ["Hello."]), *response.messages, Message("user", ["Go on."])]
    await _error(_ask(client, mode, said))
    assert "thinking" in str(requests[-1])


async def references_dropped(base_url, mode):
    """The citations of an answer are returned."""
    client = client_at(base_url)
    answers = [await _ask(client, mode), await _ask(client, mode)]
    assert any(content.annotations for answer in answers for content in contents(answer, "text"))


async def texts_spaced(base_url, mode, requests):
    """Texts of a message go back as they came, one behind the other."""
    said = [Message("user", ["When?"]), Message("assistant", ["Since 1995", ", daily."]), Message("user", ["Thank you."])]
    await _error(_ask(client_at(base_url), mode, said))
    assert requests[0]["messages"][1]["content"] == "Since 1995, daily."


async def contents_dropped(base_url, mode, requests):
    """A file is sent, or refused with an error."""
    said = [Message("user", ["What does it say?", Content.from_hosted_file("file-Tides2026")])]
    await _error(_ask(client_at(base_url), mode, said))
    assert all("file-Tides2026" in str(each) for each in requests)


async def choices_mixed(base_url):
    """Of several choices, each is a message of its own."""
    assert len((await _ask(client_at(base_url), "stream", n=2)).messages) == 2


async def names_unchecked(base_url, mode, requests):
    """A function with an invalid name is refused before anything is sent."""
    await _error(_ask(client_at(base_url), mode, tools=[function("get weather!")]))
    assert requests == []
