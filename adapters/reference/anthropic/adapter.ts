import type Anthropic from '@anthropic-ai/sdk';
import type { Adapter, ChatResponse, ClientSettings } from '../../../spec/contract/index.ts';
import { type Api, referenceAdapter, warned } from '../shared/client.ts';
import { exchange } from '../shared/stainless.ts';
import { actionToolsOf } from './actions.ts';
import { errors } from './errors.ts';
import { buildRequest, type Request } from './request.ts';
import { responseFromMessage } from './response.ts';
import { createMessage, createSdk } from './sdk.ts';
import { StreamReader, updatesFromEvents } from './stream.ts';
import { Turn } from './turn.ts';

/** Anthropic Messages (`POST /v1/messages`, API version 2026-10-21) on the official SDK. */
export const adapter: Adapter = referenceAdapter('anthropic', (settings, inUse, adapterId) =>
  apiOf(createSdk(settings, inUse), settings, adapterId),
);

const apiOf = (sdk: Anthropic, settings: ClientSettings, adapterId: string): Api<Request> => ({
  errors,
  prepare: (messages, options, stream) => buildRequest(messages, options, { settings, adapterId, stream }),

  async whole({ body }, call) {
    const turn = new Turn(body);
    const responses: ChatResponse[] = [];
    let response: ChatResponse;
    do {
      const message = await exchange(call, 'Anthropic', 'json', ({ signal }) => createMessage(sdk, turn.body, signal));
      response = responseFromMessage(message, actionToolsOf(turn.body));
      responses.push(response);
    } while (turn.goesOn(response.rawRepresentation));
    return turn.whole(responses);
  },

  begins: warned,

  async *streamed({ body }, call) {
    const turn = new Turn(body);
    let reader: StreamReader | undefined;
    do {
      const events = await exchange(call, 'Anthropic', 'event-stream', ({ signal }) =>
        createMessage<AsyncIterable<unknown>>(sdk, turn.body, signal),
      );
      reader = new StreamReader(reader, actionToolsOf(turn.body));
      for await (const update of updatesFromEvents(events, reader)) yield turn.part(update);
    } while (turn.goesOn(reader.message));
  },
});
