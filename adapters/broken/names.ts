import type { ChatResponseUpdate } from '../../spec/contract/index.ts';
import { type BrokenAdapter, inStream, withDefects } from './break.ts';

const firstId = withDefects({
  response: (r) => {
    const id = r.messages.find(({ messageId }) => messageId !== undefined)?.messageId;
    return { ...r, messages: r.messages.map((m) => (id === undefined ? m : { ...m, messageId: id })) };
  },
});

/** Defects in what an answer, its messages and its model are called. */
export const brokenInNames: readonly BrokenAdapter[] = [
  {
    id: 'makes-message-ids-up',
    caughtBy: 'ids-equal-wire',
    over: 'google',
    defect: 'Messages get ids of the adapter’s own, though the provider named the answer.',
    shows: ['single-call/complete', 'single-call/stream'],
    breakIt: withDefects({
      response: (r) => ({ ...r, messages: r.messages.map((m, i) => ({ ...m, messageId: `message-${i + 1}` })) }),
      update: (u) => [{ ...u, messageId: 'message-1' }],
    }),
  },
  {
    id: 'gives-every-message-the-first-id',
    caughtBy: 'ids-equal-wire',
    over: 'openai-responses',
    defect: 'All messages of an answer are called what the first of them is called.',
    shows: ['words-in-many-places/complete'],
    breakIt: firstId,
  },
  {
    id: 'gives-message-ids-to-their-neighbours',
    caughtBy: 'ids-equal-wire',
    over: 'openai-responses',
    defect: 'Ids are handed out from the last message to the first.',
    shows: ['words-in-many-places/complete'],
    breakIt: withDefects({
      response: (r) => {
        const ids = r.messages.map((m) => m.messageId ?? '').reverse();
        return { ...r, messages: r.messages.map((m, i) => ({ ...m, messageId: ids[i] ?? '' })) };
      },
    }),
  },
  {
    id: 'names-the-model-that-was-asked',
    caughtBy: 'ids-equal-wire',
    over: 'openai-chat',
    defect: 'The model of a response is the one that was asked for, and not the one that answered.',
    shows: ['single-call/complete', 'single-call/stream'],
    breakIt: (adapter) => ({
      ...adapter,
      createClient: (settings) =>
        withDefects({
          response: (r) => ({ ...r, modelId: settings.model }),
          update: (u) => [{ ...u, modelId: settings.model }],
        })(adapter).createClient(settings),
    }),
  },
  {
    id: 'loses-the-response-id',
    caughtBy: 'ids-told',
    defect: 'What the provider calls its answer is not returned.',
    shows: ['single-call/complete', 'single-call/stream'],
    breakIt: withDefects({
      response: ({ responseId: _, ...r }) => r,
      update: ({ responseId: _, ...u }) => [u],
    }),
  },
  {
    id: 'loses-message-ids',
    caughtBy: 'ids-told',
    over: 'openai-assistants',
    defect: 'Messages of a run are returned without their ids.',
    shows: ['single-call/complete', 'single-call/stream'],
    breakIt: withDefects({
      response: (r) => ({ ...r, messages: r.messages.map(({ messageId: _, ...m }) => m) }),
      update: ({ messageId: _, ...u }) => [u],
    }),
  },
  {
    id: 'calls-a-stream-by-another-name',
    caughtBy: 'ids-equal-wire',
    defect: 'The updates of a stream carry an id of the adapter’s own until the last one has the provider’s.',
    shows: ['single-call/stream'],
    breakIt: inStream(async function* (updates) {
      let last: ChatResponseUpdate | undefined;
      let told: string | undefined;
      for await (const update of updates) {
        if (last) yield { ...last, responseId: 'stream-1' };
        told = update.responseId ?? told;
        last = update;
      }
      if (last) yield told === undefined ? last : { ...last, responseId: told };
    }),
  },
];
