import { betaConversationsAppend } from '@mistralai/mistralai/funcs/betaConversationsAppend.js';
import { betaConversationsAppendStream } from '@mistralai/mistralai/funcs/betaConversationsAppendStream.js';
import { betaConversationsStart } from '@mistralai/mistralai/funcs/betaConversationsStart.js';
import { betaConversationsStartStream } from '@mistralai/mistralai/funcs/betaConversationsStartStream.js';
import { type JsonObject, jsonEquals } from '../../../lib/canonical-json.ts';
import type { Adapter, Warning } from '../../../spec/contract/index.ts';
import { referenceAdapter } from '../shared/client.ts';
import { createSdk, errors, type Operation } from '../shared/mistral.ts';
import { buildRequest, type Request } from './request.ts';
import { responseFromBody } from './response.ts';
import { updatesFromEvents } from './stream.ts';

/** Mistral Conversations (`POST /v1/conversations`) on the official SDK. Conversations that Mistral keeps are the caller's. */
export const adapter: Adapter = referenceAdapter('mistral', (settings, inUse, adapterId) => {
  const sdk = createSdk(settings, inUse);
  const begun = new Begun();
  return {
    errors,
    sendsAll: ({ conversationId }) => conversationId === undefined,
    prepare(messages, options, stream) {
      const request = buildRequest(messages, options, { settings, adapterId, stream });
      return { ...request, warnings: [...request.warnings, ...begun.warnings(request)] };
    },
    async whole(request, call) {
      const response = responseFromBody(await sdk.answer(whole(request), request.body, call), request.isKept);
      begun.note(request, response.conversationId);
      return response;
    },
    begins: ({ warnings }) => [{ contents: [], warnings: [...warnings] }],
    async *streamed(request, call) {
      const events = sdk.events(streamed(request), request.body, call);
      for await (const update of updatesFromEvents(events, request.isKept)) {
        begun.note(request, update.conversationId);
        yield update;
      }
    },
  };
});

/** Inputs that the SDK takes for valid; what is sent is the body. */
const start = { inputs: '' };
const append = (conversationId: string) => ({ conversationId, conversationAppendRequest: {} });
const appendStream = (conversationId: string) => ({ conversationId, conversationAppendStreamRequest: {} });

const whole =
  ({ conversationId: id }: Request): Operation =>
  (core, options) =>
    id === undefined
      ? betaConversationsStart(core, start, options)
      : betaConversationsAppend(core, append(id), options);

const streamed =
  ({ conversationId: id }: Request): Operation =>
  (core, options) =>
    id === undefined
      ? betaConversationsStartStream(core, start, options)
      : betaConversationsAppendStream(core, appendStream(id), options);

/** Which conversations this client began, and with what: model, instructions and tools are said once and kept. */
class Begun {
  /** By the conversation's id. */
  readonly #with = new Map<string, JsonObject>();

  /** @param answered the id in the answer */
  note({ conversationId, atTheBeginning }: Request, answered: string | undefined): void {
    if (conversationId === undefined && answered !== undefined) this.#with.set(answered, atTheBeginning);
  }

  /** Of what a conversation that goes on did not begin with: a request that appends to it has no member for that. */
  warnings({ conversationId, atTheBeginning }: Request): Warning[] {
    if (conversationId === undefined) return [];
    // Of a conversation that somebody else began, the model is the one that was chosen there.
    const known = this.#with.get(conversationId) ?? { model: atTheBeginning.model ?? null };
    return Object.entries(atTheBeginning)
      .filter(([name, value]) => !jsonEquals(known[name] ?? null, value))
      .map(([name]) => ({
        code: 'unsupported-setting',
        message: `${name === 'model' ? 'modelId' : name} not sent: a conversation keeps what it began with, and this client did not begin it with these.`,
      }));
  }
}
