/** What a client makes at the provider, to be used again and deleted in the end. */
import { canonicalJson, isJsonObject, type JsonObject } from '../../../../files/canonical-json.ts';
import { ProviderError, WireError } from '../../../../spec/contract/index.ts';
import { addressable } from '../addressable.ts';
import { text } from '../json.ts';

/** The requests that make and delete, within one call. Each throws errors of the contract. */
export interface RemoteRequests {
  makeAgent(body: JsonObject): Promise<unknown>;
  makeThread(): Promise<unknown>;
  deleteAgent(id: string): Promise<unknown>;
  deleteThread(id: string): Promise<unknown>;
}

/** One agent (or assistant) serves all calls that declare the same; every new conversation is a thread. */
export class Remote {
  readonly #provider: string;
  readonly #agents = new Map<string, string>();
  readonly #threads: string[] = [];

  /** @param provider named in errors */
  constructor(provider: string) {
    this.#provider = provider;
  }

  async agent(body: JsonObject, requests: RemoteRequests): Promise<string> {
    const key = canonicalJson(body);
    const known = this.#agents.get(key);
    if (known !== undefined) return known;
    const id = this.#idOf(await requests.makeAgent(body));
    // Two calls at once may make one each; both are remembered, so that both are deleted.
    this.#agents.set(this.#agents.has(key) ? `${key} ${id}` : key, id);
    return id;
  }

  async thread(requests: RemoteRequests): Promise<string> {
    const id = this.#idOf(await requests.makeThread());
    this.#threads.push(id);
    return id;
  }

  /**
   * Tries all of it, whatever fails.
   *
   * @throws what the first failure was; what is gone already is none
   */
  async deleteAll(requests: RemoteRequests): Promise<void> {
    const threads = this.#threads.splice(0);
    const agents = [...this.#agents.values()];
    this.#agents.clear();
    const failures: unknown[] = [];
    const attempt = async (deleting: Promise<unknown>) => {
      await deleting.catch((error: unknown) => {
        if (!(error instanceof ProviderError && error.status === 404)) failures.push(error);
      });
    };
    for (const id of threads) await attempt(requests.deleteThread(id));
    for (const id of agents) await attempt(requests.deleteAgent(id));
    if (failures.length > 0) throw failures[0];
  }

  #idOf(made: unknown): string {
    const id = isJsonObject(made) ? text(made.id) : undefined;
    if (id !== undefined) return addressable(id);
    throw new WireError(`${this.#provider} made something and did not say its id.`);
  }
}
