from agents import OpenAIResponsesModel

from ..shared.reproductions import _ask, _error, function


async def incomplete_responses_throw(base_url, mode):
    """A response that reached the limit of its tokens is returned."""
    assert await _error(_ask(OpenAIResponsesModel, base_url, mode)) is None


async def failures_without_code(base_url, mode):
    """The error of a failed response has its code."""
    error = await _error(_ask(OpenAIResponsesModel, base_url, mode))
    if error is None:
        raise RuntimeError("the response was returned")
    assert getattr(error, "code", None) is not None


async def functions_unchecked(base_url, requests):
    """A function with a name that OpenAI does not take is not sent."""
    await _error(_ask(OpenAIResponsesModel, base_url, tools=[function("get the weather!")]))
    assert requests == []


async def store_not_returned(base_url, mode):
    """A response says that the provider did not store it."""
    response = await _ask(OpenAIResponsesModel, base_url)
    assert getattr(response, "store", None) is False


async def events_without_data(base_url):
    """An event without data does not end a stream."""
    assert await _error(_ask(OpenAIResponsesModel, base_url, "stream")) is None


async def web_pages_unnamed(base_url, mode):
    """A web page in place of a response is an error, and no AttributeError."""
    error = await _error(_ask(OpenAIResponsesModel, base_url, mode))
    assert error is not None and not isinstance(error, AttributeError)
