/** What the client makes at OpenAI, to be used again and deleted in the end. */
import type OpenAI from 'openai';
import type { AssistantCreateParams } from 'openai/resources/beta/assistants';
import { canonicalJson, isJsonObject, type JsonObject } from '../../../files/canonical-json.ts';
import { WireError } from '../../../spec/contract/index.ts';
import { text } from '../shared/json.ts';
import type { Send } from './exchanges.ts';

/** One assistant serves all calls that declare the same; every new conversation is a thread. */
export class Remote {
  readonly #sdk: OpenAI;
  readonly #assistants = new Map<string, string>();
  readonly #threads: string[] = [];

  constructor(sdk: OpenAI) {
    this.#sdk = sdk;
  }

  async assistant(body: JsonObject, send: Send): Promise<string> {
    const key = canonicalJson(body);
    const known = this.#assistants.get(key);
    if (known !== undefined) return known;
    const params = body as unknown as AssistantCreateParams;
    const id = idOf(await send((options) => this.#sdk.beta.assistants.create(params, options)));
    // Two calls at once may make one each; both are remembered, so that both are deleted.
    this.#assistants.set(this.#assistants.has(key) ? `${key} ${id}` : key, id);
    return id;
  }

  async thread(send: Send): Promise<string> {
    const id = idOf(await send((options) => this.#sdk.beta.threads.create({}, options)));
    this.#threads.push(id);
    return id;
  }

  /**
   * Tries all of it, whatever fails.
   *
   * @throws what the first failure was; what is gone already is none
   */
  async deleteAll(send: Send): Promise<void> {
    const threads = this.#threads.splice(0);
    const assistants = [...this.#assistants.values()];
    this.#assistants.clear();
    const failures: unknown[] = [];
    const attempt = async (act: Promise<unknown>) => {
      await act.catch((error: { readonly status?: number }) => {
        if (error.status !== 404) failures.push(error);
      });
    };
    for (const id of threads) await attempt(send((options) => this.#sdk.beta.threads.delete(id, options)));
    for (const id of assistants) await attempt(send((options) => this.#sdk.beta.assistants.delete(id, options)));
    if (failures.length > 0) throw failures[0];
  }
}

function idOf(made: unknown): string {
  const id = isJsonObject(made) ? text(made.id) : undefined;
  if (id === undefined) throw new WireError('OpenAI made something and did not say its id.');
  return id;
}
