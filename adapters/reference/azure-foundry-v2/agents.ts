/** The agent that a client makes at Azure AI Foundry, version by version, and deletes in the end. */
import { randomUUID } from 'node:crypto';
import type OpenAI from 'openai';
import { canonicalJson, isJsonObject, type JsonObject } from '../../../lib/canonical-json.ts';
import { ProviderError, WireError } from '../../../spec/contract/index.ts';
import type { Call } from '../shared/client.ts';
import { addressable, text } from '../shared/json.ts';
import { errors } from '../shared/openai.ts';
import { exchange } from '../shared/stainless.ts';

/** A version of an agent, as requests for a response name it. Source: `AgentReference` of the API's specification. */
export interface AgentReference {
  readonly type: 'agent_reference';
  readonly name: string;
  readonly version: string;
}

const apiVersion = 'v1';

/**
 * One agent per client, because it is deleted with the client; one version per definition, because versions never change.
 *
 * The SDK has methods for agents too, but they put every tool through its types: one that is not among them is declared as its
 * type alone. So definitions are sent as they are, through the same client as everything else.
 */
export class Agents {
  readonly #sdk: OpenAI;
  readonly #endpoint: string;
  /** Nobody else's agent may be called the same. */
  readonly #name = randomUUID();
  readonly #versions = new Map<string, AgentReference>();
  readonly #made = new Set<string>();

  /** @param endpoint of the project */
  constructor(sdk: OpenAI, endpoint: string) {
    this.#sdk = sdk;
    this.#endpoint = endpoint;
  }

  /** @throws errors of the contract, all of them */
  async version(definition: JsonObject, call: Call): Promise<AgentReference> {
    const key = canonicalJson(definition);
    const known = this.#versions.get(key);
    if (known) return known;
    const made = await this.#send('post', `/agents/${this.#name}/versions`, call, { definition });
    const reference = referenceTo(made);
    this.#made.add(reference.name);
    this.#versions.set(key, reference);
    return reference;
  }

  /**
   * Deletes the agent with all its versions.
   *
   * @throws what failed; that it is gone already is no failure
   */
  async deleteAll(call: Call): Promise<void> {
    const names = [...this.#made];
    this.#made.clear();
    this.#versions.clear();
    for (const name of names) {
      await this.#send('delete', `/agents/${encodeURIComponent(name)}`, call).catch((error: unknown) => {
        if (!(error instanceof ProviderError && error.status === 404)) throw error;
      });
    }
  }

  #send(method: 'post' | 'delete', path: string, call: Call, body?: JsonObject): Promise<unknown> {
    return exchange(call, errors.provider, method === 'post' ? 'json' : '', ({ signal }) =>
      this.#sdk[method](`${this.#endpoint}${path}`, { query: { 'api-version': apiVersion }, body, signal }),
    );
  }
}

/** Source: `AgentVersion` of `@azure/ai-projects`. */
function referenceTo(made: unknown): AgentReference {
  const { name, version } = isJsonObject(made) ? made : {};
  const [named, numbered] = [text(name), text(version)];
  if (named === undefined || numbered === undefined) {
    throw new WireError('Azure AI Foundry made a version of an agent and did not say its name and version.');
  }
  return { type: 'agent_reference', name: addressable(named), version: numbered };
}
