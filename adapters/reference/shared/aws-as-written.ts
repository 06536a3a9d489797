/**
 * Bodies and events as they stand on the wire. An SDK of AWS writes and reads the members that its version knows and drops the
 * others without a word; here it signs, sends, takes frames apart and names errors, and leaves the JSON alone.
 */
import { buffer } from 'node:stream/consumers';
import type { JsonObject } from '../../../files/canonical-json.ts';
import { WireError } from '../../../spec/contract/index.ts';

/** The part of a command that is used here. */
interface Sendable {
  readonly middlewareStack: {
    // The SDK's own types of middleware name input and output of the command, of which nothing is needed here.
    // biome-ignore lint/suspicious/noExplicitAny: see above
    add(middleware: any, options: { step: 'serialize'; priority: 'low'; name: string }): void;
    // biome-ignore lint/suspicious/noExplicitAny: see above
    add(middleware: any, options: { step: 'deserialize'; priority: 'low'; name: string }): void;
  };
}

/** Sends this body in place of the one that the SDK would make of the command's input. Returns the command. */
export function withBody<C extends Sendable>(command: C, body: JsonObject): C {
  const middleware =
    <R>(next: (args: { readonly request: unknown }) => Promise<R>) =>
    (args: { readonly request: unknown }) => {
      const request = args.request as { body: string; headers: Record<string, string> };
      request.body = JSON.stringify(body);
      request.headers['content-type'] = 'application/json';
      return next(args);
    };
  command.middlewareStack.add(middleware, { step: 'serialize', priority: 'low', name: 'bodyAsWritten' });
  return command;
}

/** An answer in JSON, as it came. */
export interface WrittenAnswer {
  /** The body, parsed; `undefined` where it is no JSON, or where nothing came. */
  json(): unknown;
}

/**
 * Keeps the JSON that answers a command.
 *
 * @throws WireError while the command is sent: the answer broke off
 */
export function keepingAnswer(command: Sendable): WrittenAnswer {
  let bytes = Buffer.alloc(0);
  const middleware =
    <R>(next: (args: R) => Promise<{ response: unknown }>) =>
    async (args: R) => {
      const result = await next(args);
      const response = result.response as { body: unknown };
      try {
        bytes = await buffer(response.body as AsyncIterable<Buffer>);
      } catch {
        throw new WireError('The answer broke off.');
      }
      // A copy: the SDK makes of what it is given something of its own.
      response.body = Uint8Array.from(bytes);
      return result;
    };
  command.middlewareStack.add(middleware, { step: 'deserialize', priority: 'low', name: 'answerAsWritten' });
  return { json: () => parsed(bytes) };
}

/** A frame as the SDK's decoder gives it. */
interface DecodedFrame {
  readonly headers: Readonly<Record<string, { readonly value?: unknown }>>;
  readonly body: Uint8Array;
}

type Decode = (event: Record<string, DecodedFrame>) => Promise<unknown>;

/** The part of a client that takes event streams apart. */
interface StreamingClient {
  readonly config: { eventStreamMarshaller: unknown };
}

interface Marshaller {
  deserialize(body: unknown, decode: Decode): AsyncIterable<unknown>;
}

/**
 * Makes a client give events as `{ [type]: payload }`, the payload as the provider wrote it, and events that its version does
 * not know too. Exceptions stay the SDK's business.
 *
 * @throws WireError while the stream is read: a payload is no JSON
 */
export function giveEventsAsWritten(client: StreamingClient): void {
  const marshaller = client.config.eventStreamMarshaller as Marshaller;
  const deserialize = marshaller.deserialize.bind(marshaller);
  marshaller.deserialize = (body, decode) =>
    deserialize(body, async (event) => {
      // One frame, under what it calls itself.
      const [[type, frame]] = Object.entries(event) as [[string, DecodedFrame]];
      if (frame.headers[':message-type']?.value !== 'event') return decode(event);
      const payload = parsed(frame.body);
      if (payload === undefined) throw new WireError('An event of the stream is not JSON.');
      return { [type]: payload };
    });
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
