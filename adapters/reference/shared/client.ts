/** The one loop of all clients: prepare, send, read whole or streamed; with a limit of time, abort, and errors of the contract. */
import type { JsonObject } from '../../../lib/canonical-json.ts';
import {
  type Adapter,
  type CallContext,
  type ChatClient,
  type ChatMessage,
  type ChatOptions,
  type ChatResponse,
  type ChatResponseUpdate,
  type ClientSettings,
  type Warning,
  WireError,
} from '../../../spec/contract/index.ts';
import { type CallDeadline, callLimit } from './call-deadline.ts';
import { demandAnswers, demandPairs, textResults } from './contents.ts';
import type { Errors, Phase } from './errors.ts';
import type { SecretInUse } from './settings.ts';

/** A call while it goes on. */
export interface Call {
  readonly limit: CallDeadline;
  /** To be given to the SDK. */
  readonly signal: AbortSignal;
  /** Whether the answer to the present exchange has begun. */
  phase: Phase;
  /** Begins the next exchange: with all of the time, and nothing answered yet. */
  begin(): void;
  /** Another call, for what is still to be sent when this one is aborted; its limit is to be released. */
  apart(): Call;
  /** What the call ends with: an error of the contract. */
  errorOf(error: unknown): Error;
}

/** What a call sends, made before anything is sent. */
export interface Prepared {
  readonly warnings: readonly Warning[];
}

/** What a request is built with, beside messages and options. */
export interface RequestContext<Setting extends keyof ClientSettings = 'model'> {
  readonly settings: Pick<ClientSettings, Setting>;
  /** Named in errors. */
  readonly adapterId: string;
  /** Which of the client's methods was called: it alone decides how the answer is read. */
  readonly stream: boolean;
}

/** A request that is one body. */
export interface Request extends Prepared {
  readonly body: JsonObject;
}

/** What an adapter says of its API; the loop says the rest. Whatever these throw leaves the call as an error of the contract. */
export interface Api<Plan extends Prepared> {
  readonly errors: Pick<Errors, 'contractError' | 'invalidRequest'>;
  /** Whether a request holds the whole conversation. Absent where `prepare` knows what waits in the one that is kept. */
  sendsAll?(options: ChatOptions): boolean;
  /** The result of a function may hold more than texts. Where it may not, `prepare` is given texts alone. */
  readonly takesMediaResults?: true;
  /**
   * From the contract to what is sent; with what has to be there before.
   *
   * @param stream which of the client's methods was called: it alone decides how the answer is read
   */
  prepare(messages: readonly ChatMessage[], options: ChatOptions, stream: boolean, call: Call): Plan | Promise<Plan>;
  /** Sends and reads the whole answer. */
  whole(plan: Plan, call: Call): Promise<Omit<ChatResponse, 'warnings'>>;
  /** A stream's first update, before anything is sent. Where this is absent, `streamed` tells the plan's warnings. */
  begins?(plan: Plan): Iterable<ChatResponseUpdate>;
  /** Sends and reads the answer as it comes. */
  streamed(plan: Plan, call: Call): AsyncIterable<ChatResponseUpdate>;
  /** Deletes what was made. Absent where the adapter makes nothing that it would have to delete. */
  close?(call: Call): Promise<void>;
}

/**
 * A reference adapter.
 *
 * @param connect makes the SDK's client of the caller's settings and of nothing else; `inUse` is to be kept up to date. Throws
 * TypeError when the settings cannot be used
 */
export function referenceAdapter<Plan extends Prepared>(
  providerApi: Adapter['providerApi'],
  connect: (settings: ClientSettings, inUse: SecretInUse, adapterId: string) => Api<Plan>,
): Adapter {
  const id = `reference-${providerApi}`;
  return {
    id,
    implementation: 'reference',
    providerApi,
    createClient(settings) {
      const { baseUrl } = settings;
      if (!URL.canParse(baseUrl)) throw new TypeError(`The base URL ${JSON.stringify(baseUrl)} is no URL.`);
      const inUse: SecretInUse = { secret: '' };
      return storable(clientOf(connect(settings, inUse, id), settings, inUse));
    },
  };
}

/** The warnings of a plan as an update; none where there are none. */
export function* warned({ warnings }: Prepared): Generator<ChatResponseUpdate> {
  if (warnings.length > 0) yield { contents: [], warnings: [...warnings] };
}

function clientOf<Plan extends Prepared>(api: Api<Plan>, { timeout }: ClientSettings, inUse: SecretInUse): ChatClient {
  const prepare = (messages: readonly ChatMessage[], options: ChatOptions, stream: boolean, call: Call) => {
    const demand = api.sendsAll && (api.sendsAll(options) ? demandPairs : demandAnswers);
    demand?.(messages, api.errors.invalidRequest);
    const said = api.takesMediaResults ? messages : textResults(messages, api.errors.invalidRequest);
    return api.prepare(said, options, stream, call);
  };

  const callWithin = (caller?: AbortSignal): Call => {
    const limit = callLimit(timeout, caller);
    return {
      limit,
      signal: limit.signal,
      phase: 'sending',
      begin() {
        this.phase = 'sending';
        limit.restart();
      },
      apart: () => callWithin(),
      errorOf(error) {
        return limit.reached() ?? api.errors.contractError(error, this.phase, inUse.secret);
      },
    };
  };

  return {
    async getResponse(messages: readonly ChatMessage[], options: ChatOptions = {}, context?: CallContext) {
      const call = callWithin(context?.signal);
      try {
        const plan = await prepare(messages, options, false, call);
        const response = await api.whole(plan, call);
        const reached = call.limit.reached();
        if (reached) throw reached;
        return { ...response, warnings: [...plan.warnings] };
      } catch (error) {
        throw call.errorOf(error);
      } finally {
        call.limit.release();
      }
    },

    async *getStreamingResponse(messages: readonly ChatMessage[], options: ChatOptions = {}, context?: CallContext) {
      const call = callWithin(context?.signal);
      try {
        const plan = await prepare(messages, options, true, call);
        if (api.begins) yield* api.begins(plan);
        yield* call.limit.within(api.streamed(plan, call));
      } catch (error) {
        throw call.errorOf(error);
      } finally {
        call.limit.release();
      }
    },

    async close() {
      const call = callWithin();
      try {
        await api.close?.(call);
      } catch (error) {
        throw call.errorOf(error);
      } finally {
        call.limit.release();
      }
    },
  };
}

// Answers that can be handed on: whoever stores one, copies it or compares it goes through all its levels.

/**
 * Deepest that an answer may nest, in levels. JSON has no limit (RFC 8259, section 9, leaves it to each parser), but whatever calls
 * itself for every level runs out of stack: `structuredClone` of Node.js at about 2,000, `JSON.stringify` at about 4,000.
 */
const deepest = 512;

/** A client that ends a call with an error where what came is nested deeper than anybody could go on with. */
export const storable = (client: ChatClient): ChatClient => ({
  ...client,
  getResponse: async (...asked) => demandStorable(await client.getResponse(...asked)),
  async *getStreamingResponse(...asked) {
    for await (const update of client.getStreamingResponse(...asked)) yield demandStorable(update);
  },
});

/** @throws {WireError} it is nested too deep. */
function demandStorable<T>(said: T): T {
  // Level by level, for there may be no stack to spare.
  let level: unknown[] = [said];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) {
      const why = 'nothing that goes through them all could take it over';
      throw new WireError(`The answer is nested deeper than ${deepest} levels: ${why}.`);
    }
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
  return said;
}
