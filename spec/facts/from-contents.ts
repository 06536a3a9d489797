/**
 * The facts in what an adapter returned, in the same words as those that `spec/wire` reads.
 *
 * What a hosted tool gave is, on this side, the content's `rawRepresentation`: the provider's own block, whole. The
 * comparison demands that the payload on the wire occurs in it. `outputs` are the adapter's interpretation of that payload:
 * they are held against its words, and stand in for it where there is no `rawRepresentation`.
 */
import type { ChatMessage, ChatResponse, Citation, Content } from '../contract/index.ts';
import { dataFact, dataUrlFact, linkedFact } from './data-facts.ts';
import type { Fact, FactReading, LocatedFact } from './fact.ts';

/** What a response says. Paths begin at the response: `response.messages[0].contents[2]`. */
export function factsFromContents(response: ChatResponse): FactReading {
  const told = { length: 0, last: '' };
  const facts = response.messages.flatMap((message, m) => factsOfMessage(message, `response.messages[${m}]`, told));
  if (response.finishReason !== undefined) {
    const why = notesOf(response);
    const fact: Fact = { kind: 'finish', reason: response.finishReason, ...(why === '' ? {} : { why }) };
    facts.push({ fact, path: 'response.finishReason' });
  }
  const { inputTokens, outputTokens, cachedInputTokens, reasoningTokens } = response.usage ?? {};
  if (inputTokens !== undefined && outputTokens !== undefined) {
    const fact: Fact = {
      kind: 'usage',
      inputTokens,
      outputTokens,
      ...(cachedInputTokens === undefined ? {} : { cachedInputTokens }),
      ...(reasoningTokens === undefined ? {} : { reasoningTokens }),
    };
    facts.push({ fact, path: 'response.usage' });
  }
  return { facts: [...facts, ...namesIn(response)], unread: [] };
}

/** What the response calls itself, its model and its messages. */
function namesIn({ responseId, modelId, messages }: ChatResponse): LocatedFact[] {
  const names: LocatedFact[] = [];
  if (responseId !== undefined)
    names.push({ fact: { kind: 'response-id', id: responseId }, path: 'response.responseId' });
  if (modelId !== undefined) names.push({ fact: { kind: 'model', model: modelId }, path: 'response.modelId' });
  for (const [m, { messageId: id }] of messages.entries()) {
    if (id !== undefined) names.push({ fact: { kind: 'message-id', id }, path: `response.messages[${m}].messageId` });
  }
  return names;
}

/** What went wrong without being part of what the model said: why it refused, above all. */
const notesOf = ({ messages }: ChatResponse): string =>
  messages
    .flatMap(({ contents }) => contents)
    .flatMap((content) => (content.type === 'error' && modelTextOf(content) === '' ? [content.message] : []))
    .join('\n');

/** What an error says that left the adapter. Only a `ProviderError` and a `WireError` say something of the wire. */
export function factsFromError(error: {
  readonly name: string;
  readonly message: string;
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly requestId?: string | undefined;
}): FactReading {
  if (error.name === 'WireError') {
    const { message } = error;
    return { facts: [{ fact: { kind: 'error', message, unreadable: message }, path: 'error' }], unread: [] };
  }
  if (error.name !== 'ProviderError') return { facts: [], unread: [] };
  const { status, code, message, retryAfter, requestId } = error;
  const fact: Fact = {
    kind: 'error',
    ...(status === undefined ? {} : { status }),
    ...(code === undefined ? {} : { code }),
    message,
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(requestId === undefined ? {} : { requestId }),
  };
  return { facts: [{ fact, path: 'error' }], unread: [] };
}

function factsOfMessage({ contents }: ChatMessage, path: string, told: Told): LocatedFact[] {
  const text = contents.map(modelTextOf).join('');
  const firstText = contents.find((content) => modelTextOf(content) !== '');
  return contents.flatMap((content, c) => {
    const at = `${path}.contents[${c}]`;
    const located = (found: readonly Fact[]) => found.map((fact) => ({ fact, path: at }));
    if (content.type !== 'text') told.last = '';
    if (content.type === 'text') {
      const cited = (content.annotations ?? []).map((annotation, n) => ({
        fact: citationOf(annotation, content.text, told),
        path: `${at}.annotations[${n}]`,
      }));
      told.length += content.text.length;
      if (content.text !== '') told.last = content.text;
      return [...located(content === firstText ? [{ kind: 'text', text }] : []), ...cited];
    }
    return located(content === firstText ? [{ kind: 'text', text }] : factsOf(content));
  });
}

/** What was told before a content: how much text, and the text that it follows at once. */
interface Told {
  length: number;
  last: string;
}

/**
 * Without indexes a citation is about the whole text that carries it; in a piece without text that is not known. A stream can
 * tell it no more of a text that others have followed.
 */
function citationOf({ url, fileId, title, snippet, startIndex, endIndex }: Citation, text: string, told: Told): Fact {
  const whole = startIndex === undefined && endIndex === undefined;
  const span = whole ? text : text.slice(startIndex, endIndex);
  return {
    kind: 'citation',
    target: url ?? fileId ?? title ?? '',
    ...(title === undefined ? {} : { title }),
    ...(snippet === undefined ? {} : { quote: snippet }),
    ...(whole && span === '' ? chanceOf(told) : { span, place: told.length + (startIndex ?? 0) }),
  };
}

const chanceOf = ({ last: text, length }: Told) =>
  text === '' ? {} : { couldBeOf: { text, from: length - text.length } };

/** What a content says; nothing where there is no word for it. */
function factsOf(content: Exclude<Content, { type: 'text' }>): Fact[] {
  switch (content.type) {
    case 'reasoning': {
      const { text, protectedData = '' } = content;
      if (text === '' && protectedData === '') return [];
      return [{ kind: 'reasoning', text, ...(protectedData === '' ? {} : { protectedData }) }];
    }
    case 'function-call': {
      const { name, arguments: parsed, argumentsText, callId: id } = content;
      return [{ kind: 'call', name, arguments: parsed ?? argumentsText ?? {}, id }];
    }
    case 'hosted-tool-call': {
      const { serverName: server, name = content.tool } = content;
      const tool = server === undefined ? name : `${server}/${name}`;
      const ofServer = content.tool === 'mcp-server' ? { ofServer: { name, server } } : {};
      const call = { tool, of: content.tool, arguments: content.arguments ?? null, id: content.callId };
      return [{ kind: 'hosted-call', ...call, ...ofServer }];
    }
    case 'hosted-tool-result': {
      const { tool, rawRepresentation, outputs, callId: id } = content;
      const payload = rawRepresentation ?? outputs;
      const result: Fact = {
        kind: 'hosted-result',
        tool,
        of: tool,
        payload,
        outputs,
        ...(id === undefined ? {} : { id }),
      };
      return [result, ...outputs.flatMap(mediaOf)];
    }
    case 'approval-request': {
      const { serverName, name = content.tool, requestId: id } = content;
      const tool = serverName === undefined ? name : `${serverName}/${name}`;
      return [{ kind: 'approval-request', tool, of: content.tool, arguments: content.arguments ?? null, id }];
    }
    case 'action-call': {
      const { tool, actions, callId: id, pendingSafetyChecks: safetyChecks = [] } = content;
      return [{ kind: 'action-call', tool, actions, id, ...(safetyChecks.length > 0 ? { safetyChecks } : {}) }];
    }
    case 'data':
    case 'hosted-file':
      return mediaOf(content);
    case 'uri': {
      const linked = linkedFact(content.uri, content.mediaType);
      return linked ? [linked] : [];
    }
    default:
      return [];
  }
}

/** Files and bytes, alone or among what a hosted tool gave. */
function mediaOf(content: Content): Fact[] {
  switch (content.type) {
    case 'data':
      return [dataFact(content.mediaType, content.data, content.name)];
    case 'uri': {
      const data = dataUrlFact(content.uri);
      return data ? [data] : [];
    }
    case 'hosted-file': {
      const { fileId: id, name, mediaType } = content;
      return [
        {
          kind: 'file',
          id,
          ...(name === undefined ? {} : { name }),
          ...(mediaType === undefined ? {} : { mediaType }),
        },
      ];
    }
    default:
      return [];
  }
}

/**
 * What a content says in words of the model: a text; or why it does not answer, which an adapter tells as an error with the code
 * `refusal`, or as the text that it is.
 */
export function modelTextOf(content: Content): string {
  if (content.type === 'text') return content.text;
  return content.type === 'error' && content.errorCode === 'refusal' ? content.message : '';
}
