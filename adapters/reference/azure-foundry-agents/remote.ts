/** What the client makes at Azure AI Foundry, to be used again and deleted in the end. */
import { canonicalJson, type JsonObject } from '../../../files/canonical-json.ts';
import { ProviderError, WireError } from '../../../spec/contract/index.ts';
import { text } from '../shared/json.ts';
import type { Wire } from './wire.ts';

/** One agent serves all calls that declare the same; every new conversation is a thread. */
export class Remote {
  readonly #agents = new Map<string, string>();
  readonly #threads: string[] = [];

  async agent(body: JsonObject, wire: Wire): Promise<string> {
    const key = canonicalJson(body);
    const known = this.#agents.get(key);
    if (known !== undefined) return known;
    const id = idOf(await wire.json('POST', '/assistants', body));
    // Two calls at once may make one each; both are remembered, so that both are deleted.
    this.#agents.set(this.#agents.has(key) ? `${key} ${id}` : key, id);
    return id;
  }

  async thread(wire: Wire): Promise<string> {
    const id = idOf(await wire.json('POST', '/threads', {}));
    this.#threads.push(id);
    return id;
  }

  /**
   * Tries all of it, whatever fails.
   *
   * @throws what the first failure was; what is gone already is none
   */
  async deleteAll(wire: Wire): Promise<void> {
    const paths = [
      ...this.#threads.splice(0).map((id) => `/threads/${encodeURIComponent(id)}`),
      ...[...this.#agents.values()].map((id) => `/assistants/${encodeURIComponent(id)}`),
    ];
    this.#agents.clear();
    const failures: unknown[] = [];
    for (const path of paths) {
      await wire.json('DELETE', path).catch((error: unknown) => {
        if (!(error instanceof ProviderError && error.status === 404)) failures.push(error);
      });
    }
    if (failures.length > 0) throw failures[0];
  }
}

function idOf(made: JsonObject): string {
  const id = text(made.id);
  if (id === undefined) throw new WireError('Azure AI Foundry made something and did not say its id.');
  return id;
}
