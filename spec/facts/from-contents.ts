/**
 * The facts in what an adapter returned, in the same words as those that `spec/wire` reads.
 *
 * What a hosted tool gave is, on this side, the content's `rawRepresentation`: the provider's own block, whole. The
 * comparison demands that the payload on the wire occurs in it. `outputs` are the adapter's interpretation of that payload
 * and stand in only where there is no `rawRepresentation`.
 */
import type { ChatMessage, ChatResponse, Content } from '../contract/index.ts';
import type { Fact, LocatedFact, Reading, Unread } from './fact.ts';

/** What a response says. Paths begin at the response: `response.messages[0].contents[2]`. */
export function factsFromContents(response: ChatResponse): Reading {
  const unread: Unread[] = [];
  const facts = response.messages.flatMap((message, m) => factsOfMessage(message, `response.messages[${m}]`, unread));
  if (response.finishReason !== undefined) {
    facts.push({ fact: { kind: 'finish', reason: response.finishReason }, path: 'response.finishReason' });
  }
  const { inputTokens, outputTokens } = response.usage ?? {};
  if (inputTokens !== undefined && outputTokens !== undefined) {
    facts.push({ fact: { kind: 'usage', inputTokens, outputTokens }, path: 'response.usage' });
  } else if (response.usage) {
    unread.push({ path: 'response.usage', what: 'usage without inputTokens or outputTokens' });
  }
  return { facts, unread };
}

/** What an error says that left the adapter. Only a `ProviderError` says something of the wire. */
export function factsFromError(error: {
  readonly name: string;
  readonly message: string;
  readonly status?: number | undefined;
  readonly code?: string | undefined;
}): Reading {
  if (error.name !== 'ProviderError') return { facts: [], unread: [{ path: 'error', what: error.name }] };
  const { status, code, message } = error;
  const fact: Fact = {
    kind: 'error',
    ...(status === undefined ? {} : { status }),
    ...(code === undefined ? {} : { code }),
    message,
  };
  return { facts: [{ fact, path: 'error' }], unread: [] };
}

function factsOfMessage({ contents }: ChatMessage, path: string, unread: Unread[]): LocatedFact[] {
  const text = contents.map((content) => (content.type === 'text' ? content.text : '')).join('');
  const firstText = contents.find((content) => content.type === 'text' && content.text !== '');
  return contents.flatMap((content, c) => {
    const at = `${path}.contents[${c}]`;
    if (content.type === 'text') {
      return content === firstText ? [{ fact: { kind: 'text', text } as const, path: at }] : [];
    }
    const fact = factOf(content);
    if (fact === 'unread') unread.push({ path: at, what: content.type });
    return fact === 'unread' || fact === 'nothing' ? [] : [{ fact, path: at }];
  });
}

function factOf(content: Exclude<Content, { type: 'text' }>): Fact | 'unread' | 'nothing' {
  switch (content.type) {
    case 'reasoning': {
      const { text, protectedData = '' } = content;
      if (text === '' && protectedData === '') return 'nothing';
      return { kind: 'reasoning', text, ...(protectedData === '' ? {} : { protectedData }) };
    }
    case 'function-call':
      return {
        kind: 'call',
        name: content.name,
        arguments: content.arguments ?? content.argumentsText ?? {},
        id: content.callId,
      };
    case 'hosted-tool-call': {
      const { serverName, name = content.tool } = content;
      const tool = serverName === undefined ? name : `${serverName}/${name}`;
      return { kind: 'hosted-call', tool, arguments: content.arguments ?? null, id: content.callId };
    }
    case 'hosted-tool-result':
      return {
        kind: 'hosted-result',
        tool: content.tool,
        payload: content.rawRepresentation ?? content.outputs,
        ...(content.callId === undefined ? {} : { id: content.callId }),
      };
    default:
      return 'unread';
  }
}
