/** Messages of the contract as input, instruction and state of a session. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import type { ChatMessage, Content, Warning } from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';
import { nonEmpty } from '../shared/json.ts';
import { unsendable } from './errors.ts';
import { isAnswer, resultsOf } from './results.ts';

export interface Conversation {
  readonly inputText: string | undefined;
  /** System messages, in order. */
  readonly system: readonly string[];
  /** `inlineSessionState`, or `sessionState`; `undefined` where there is nothing to say. */
  readonly state: JsonObject | undefined;
  readonly warnings: readonly Warning[];
}

/** How the messages are said. */
export interface Manner {
  /** Whether the session has all up to the assistant's last word already. */
  readonly kept: boolean;
  /** What files are for. */
  readonly useCase: 'CODE_INTERPRETER' | 'CHAT';
}

/**
 * A session keeps what was said: of a conversation that goes on, only what is new is sent. One that begins anew takes earlier
 * messages as `conversationHistory`, which holds text alone.
 *
 * @throws ProviderError (code `ValidationException`) for what the API has no member for
 */
export function conversation(messages: readonly ChatMessage[], { kept, useCase }: Manner): Conversation {
  const spoken = messages.filter(({ role }) => role !== 'system');
  const firstNew = spoken.findLastIndex(({ role }) => role === 'assistant') + 1;
  const unsaid = spoken.slice(firstNew);
  const contents = unsaid.flatMap((message) => message.contents);
  const before = kept ? [] : spoken.slice(0, firstNew);
  const earlier = nonEmpty(before.map(told));
  const state = defined({
    ...resultsOf(contents.filter(isAnswer), messages),
    files: nonEmpty(contents.flatMap((content) => fileOf(content, useCase))),
    conversationHistory: earlier && { messages: earlier },
  });
  return {
    inputText: unsaid.map(textOf).filter(Boolean).join('\n\n') || undefined,
    system: messages.filter(({ role }) => role === 'system').map(systemText),
    state: Object.keys(state).length > 0 ? (state as JsonObject) : undefined,
    warnings: before.some(({ contents }) => contents.some(({ type }) => type === 'reasoning')) ? [noThoughts] : [],
  };
}

const noThoughts: Warning = {
  code: 'reasoning-not-sent',
  message: 'reasoning of earlier messages was not sent: a session of Amazon Bedrock Agents begins with words alone.',
};

const textOf = ({ contents }: ChatMessage): string =>
  contents.map((content) => (content.type === 'text' ? content.text : '')).join('');

function systemText(message: ChatMessage): string {
  const other = message.contents.find(({ type }) => type !== 'text');
  if (other) throw unsendable(`a system message holds "${other.type}"; Amazon Bedrock Agents takes text alone`);
  return textOf(message);
}

/** What was said before the session began. The agent's thoughts are no part of it. */
function told(message: ChatMessage): JsonObject {
  const other = message.contents.find(({ type }) => type !== 'text' && type !== 'reasoning');
  if (other) {
    throw unsendable(
      `an earlier message holds "${other.type}"; a new session takes texts of earlier messages alone: conversationId goes on with the old one`,
    );
  }
  return { role: message.role === 'assistant' ? 'assistant' : 'user', content: [{ text: textOf(message) }] };
}

/** Source: `InputFile`. Texts and results are said elsewhere. */
function fileOf(content: Content, useCase: Manner['useCase']): JsonObject[] {
  switch (content.type) {
    case 'text':
    case 'function-result':
    case 'action-result':
    case 'approval-response':
      return [];
    case 'data': {
      const { mediaType, data, name = `file.${mediaType.replace(/^.*\//, '')}` } = content;
      return [{ name, source: { sourceType: 'BYTE_CONTENT', byteContent: { mediaType, data } }, useCase }];
    }
    case 'uri':
      if (content.uri.startsWith('s3://')) {
        const name = content.uri.replace(/^.*\//, '');
        return [{ name, source: { sourceType: 'S3', s3Location: { uri: content.uri } }, useCase }];
      }
      throw unsendable(
        `a message names ${content.mediaType ?? 'something'} at a URI that is none of S3; Amazon Bedrock Agents fetches from there alone`,
      );
    default:
      throw unsendable(`a message holds "${content.type}"; Amazon Bedrock Agents has no member for it`);
  }
}
