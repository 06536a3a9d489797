/** From the events of a run's stream to updates. Pure: it reads any iterable of events. Source: `AssistantStreamEvent`. */
import { isJsonObject, type JsonObject } from '../../../../files/canonical-json.ts';
import { type ChatResponseUpdate, type Content, WireError } from '../../../../spec/contract/index.ts';
import { defined } from '../defined.ts';
import type { Errors } from '../errors.ts';
import { text } from '../json.ts';
import { demandSuccess, ending, identity, isPending, runOf } from './ending.ts';
import { waitingCalls } from './required-action.ts';
import { GrowingMessage } from './stream-message.ts';
import { hostedContents } from './tool-calls.ts';

/**
 * @param told ids of messages and tool calls that earlier calls told
 * @throws WireError when the stream is not what the API promises, above all when it ends before its run is settled
 * @throws ProviderError for a run that failed or expired, and for an error in the stream
 */
export async function* updatesFromEvents(
  events: AsyncIterable<unknown>,
  told: ReadonlySet<string | undefined>,
  errors: Errors,
): AsyncGenerator<ChatResponseUpdate> {
  const reader = new StreamReader(told, errors);
  for await (const event of events) yield* reader.read(event);
  reader.end();
}

class StreamReader {
  readonly #told: ReadonlySet<string | undefined>;
  readonly #errors: Errors;
  readonly #messages = new Map<string, GrowingMessage>();
  #over = false;
  #refused = false;

  constructor(told: ReadonlySet<string | undefined>, errors: Errors) {
    this.#told = told;
    this.#errors = errors;
  }

  read(event: unknown): ChatResponseUpdate[] {
    if (!isJsonObject(event) || typeof event.event !== 'string' || !isJsonObject(event.data)) {
      throw new WireError('An event of the stream has no name, or its data are not a JSON object.');
    }
    const { event: name, data } = event;
    if (name === 'error') throw this.#errors.providerError(data.error ?? data);
    const [, kind, phase = ''] = /^thread\.(message|run)\.(\w+)$/.exec(name) ?? [];
    if (kind === 'run') return this.#run(data, event);
    if (kind === 'message') return this.#message(data, phase, event);
    // Steps; what is none of them says nothing of tools.
    return [update(hostedContents(data, this.#told), event)];
  }

  end(): void {
    if (!this.#over) throw new WireError(`The stream of ${this.#errors.provider} ended before its run was settled.`);
  }

  #run(data: JsonObject, event: JsonObject): ChatResponseUpdate[] {
    const run = runOf(data, this.#errors);
    if (isPending(run)) return [{ contents: [], ...identity(run), rawRepresentation: event }];
    demandSuccess(run, this.#errors);
    this.#over = true;
    return [{ ...update(waitingCalls(run), event), ...identity(run), ...ending(run, this.#refused) }];
  }

  #message(data: JsonObject, phase: string, event: JsonObject): ChatResponseUpdate[] {
    const id = text(data.id) ?? '';
    const growing = this.#messages.get(id) ?? new GrowingMessage();
    this.#messages.set(id, growing);
    const isWhole = phase === 'completed' || phase === 'incomplete';
    const contents = phase === 'delta' ? growing.grow(data.delta) : isWhole ? growing.close(data) : [];
    this.#refused ||= contents.some(({ type }) => type === 'error');
    return [update(contents, event, id)];
  }
}

function update(contents: Content[], event: JsonObject, messageId?: string): ChatResponseUpdate {
  return defined({ role: 'assistant' as const, contents, messageId, rawRepresentation: event });
}
