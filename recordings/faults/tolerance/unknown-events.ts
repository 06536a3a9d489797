/** Events that nobody knew, as each provider API would send them. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import type { FaultsOf } from '../fault.ts';
import { event, eventFrame, type Piece } from '../pieces.ts';
import { insertions } from './insertions.ts';
import { membersOf } from './members-of.ts';
import { news, newsInCamelCase, newWords } from './news.ts';

/** An event of that type, which its data tells as well. */
const typed = (type: string, more: JsonObject = {}): Piece => event({ type, ...more, [news]: newWords }, type);

const ofRuns = (): Piece =>
  event({ id: 'later_1', object: 'thread.added_later', [news]: newWords }, 'thread.added_later');

/** A chunk of another kind than those before it, and without choices. */
const ofChat = ({ id = '', created = 0, model = '' }: JsonObject): Piece =>
  event({ id, object: 'chat.completion.added_later', created, model, choices: [], [news]: newWords });

const ofAws = (): Piece => eventFrame(newsInCamelCase, { [newsInCamelCase]: newWords });

/**
 * By provider API; its maker is given the data of the event before.
 *
 * Source: Anthropic, "Streaming messages: other events", "new event types may be added, and your code should handle unknown event types
 * gracefully"; the other APIs add events to their streams without a new version as well, and their SDKs pass them on.
 */
const unknownEvents: Readonly<Record<string, (before: JsonObject) => Piece>> = {
  anthropic: () => typed(news),
  'openai-responses': () => typed('response.added_later.delta', { sequence_number: 0 }),
  'azure-foundry-v2': () => typed('response.added_later.delta', { sequence_number: 0 }),
  'openai-assistants': ofRuns,
  'azure-foundry-agents': ofRuns,
  'openai-chat': ofChat,
  'mistral-chat': ofChat,
  mistral: ({ created_at = '2026-01-01T00:00:00Z' }) => typed('added.later', { created_at }),
  google: ({ responseId = '', modelVersion = '' }) =>
    event({ [newsInCamelCase]: { words: newWords }, responseId, modelVersion }),
  'bedrock-converse': ofAws,
  'bedrock-agents': ofAws,
};

/** An unknown event behind every event of a stream. */
export const unknownEventsIn: FaultsOf = (response, operation, providerApi = '') => {
  const make = unknownEvents[providerApi];
  return make ? insertions(response, operation, 'an unknown event', ({ json }) => [make(membersOf(json))]) : [];
};
