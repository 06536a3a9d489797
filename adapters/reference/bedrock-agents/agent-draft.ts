/** What a client declares on the draft of an agent that exists, and takes away again. */
import { canonicalJson, isJsonObject, type JsonObject } from '../../../lib/canonical-json.ts';
import { type ClientSettings, ProviderError, WireError } from '../../../spec/contract/index.ts';
import { awsClientConfig, keepingAnswer, withBody, withoutSurroundings } from '../shared/aws.ts';
import type { CallDeadline } from '../shared/call-deadline.ts';
import { excerpt } from '../shared/errors.ts';
import { list, text } from '../shared/json.ts';
import type { SecretInUse } from '../shared/settings.ts';

/** The alias of every agent's draft, as it was prepared last. Source: user guide, "Deploy and use an agent": the test alias. */
export const draftAliasId = 'TSTALIASID';

/** Milliseconds between two looks at an agent that is being prepared, which takes a few seconds. */
const pollInterval = 1000;

/** How often a client that is closed looks, where the caller no longer waits for the agent. */
const looksAtTheEnd = 30;

/** Not done yet; every other word but `PREPARED` is a failure. Source: `AgentStatus`. */
const isPending = ({ status }: AgentState): boolean =>
  ['CREATING', 'PREPARING', 'UPDATING', 'VERSIONING'].includes(status);

/** Exchanges of one call, one after the other. */
export interface Exchanges {
  readonly limit: Pick<CallDeadline, 'pause'>;
  /** @throws errors of the contract */
  send<T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

/**
 * An agent has one draft. What one call declares replaces what an earlier one did, so that the agent has the tools of the call
 * and no others of this client; what the agent has of its own stays. Calls take turns at it.
 */
export class Draft {
  readonly #openControl: () => Promise<Control>;
  readonly #wait: ClientSettings['wait'];
  /** Ids of groups that this client made, by what they declare. */
  readonly #groups = new Map<string, string>();
  /** Sessions that began with the draft: nobody else knows them. */
  readonly #sessions = new Set<string>();
  /** Whether the draft is other than it was when it was prepared. */
  #isChanged = false;
  /** Whether it was still being prepared when it was last seen: meanwhile it takes no changes. */
  #isPreparing = false;
  #lastTurn: Promise<unknown> = Promise.resolve();
  #control: Promise<Control> | undefined;

  /** @param openControl called when something is declared, not before */
  constructor(openControl: () => Promise<Control>, wait: ClientSettings['wait']) {
    this.#openControl = openControl;
    this.#wait = wait;
  }

  /** Whether a call has to be asked of the draft: it declares tools, or goes on with a session that did. */
  isAsked(groups: readonly JsonObject[], sessionId: string): boolean {
    return groups.length > 0 || this.#sessions.has(sessionId);
  }

  /** Remembers that a session is the draft's. */
  answered(sessionId: string): void {
    this.#sessions.add(sessionId);
  }

  /**
   * Makes the draft one that has these groups, unless it is.
   *
   * @throws errors of the contract; ProviderError (code: the agent's status) where it cannot be prepared
   */
  async declare(groups: readonly JsonObject[], exchanges: Exchanges): Promise<void> {
    const turn = this.#lastTurn.then(() => this.#declare(groups, exchanges));
    this.#lastTurn = turn.catch(() => {});
    await turn;
  }

  async #declare(groups: readonly JsonObject[], { send, limit }: Exchanges): Promise<void> {
    const wanted = new Map(groups.map((group) => [canonicalJson(group), group]));
    this.#control ??= this.#openControl();
    const control = await this.#control;
    await this.#untilSettled(control, { send, limit });
    for (const declared of [...this.#groups.keys()]) {
      if (!wanted.has(declared)) await this.#delete(declared, control, send);
    }
    for (const [declared, group] of wanted) {
      if (this.#groups.has(declared)) continue;
      this.#groups.set(declared, await send((signal) => control.createActionGroup(group, signal)));
      this.#isChanged = true;
    }
    if (!this.#isChanged) return;
    const agent = await this.#settled(await send((signal) => control.prepare(signal)), control, { send, limit });
    if (agent.status !== 'PREPARED') throw notPrepared(agent);
    this.#isChanged = false;
  }

  /**
   * Takes away what was declared, and prepares the draft without it. Tries all of it, whatever fails.
   *
   * @throws what the first failure was; what is gone already is none
   */
  async close({ send, limit }: Exchanges): Promise<void> {
    await this.#lastTurn;
    const control = await this.#control?.catch(() => undefined);
    if (!control) return;
    const failures: unknown[] = [];
    const attempt = (act: Promise<unknown>) => act.catch((error) => failures.push(error));
    const declared = [...this.#groups.keys()];
    if (declared.length > 0) await attempt(this.#untilSettled(control, { send, limit }, looksAtTheEnd));
    for (const group of declared) await attempt(this.#delete(group, control, send));
    if (declared.length > 0) await attempt(send((signal) => control.prepare(signal)));
    control.close();
    if (failures.length > 0) throw failures[0];
  }

  async #untilSettled(control: Control, exchanges: Exchanges, looks?: number): Promise<void> {
    if (!this.#isPreparing) return;
    await this.#settled(await exchanges.send((signal) => control.look(signal)), control, exchanges, looks);
  }

  /** Looks at the agent until it is no longer being prepared, or no more. */
  async #settled(
    begun: AgentState,
    control: Control,
    { send, limit }: Exchanges,
    looks = Number.POSITIVE_INFINITY,
  ): Promise<AgentState> {
    let agent = begun;
    this.#isPreparing = isPending(agent);
    for (let look = 0; this.#isPreparing && look < looks; look++) {
      await limit.pause(this.#wait, pollInterval);
      agent = await send((signal) => control.look(signal));
      this.#isPreparing = isPending(agent);
    }
    return agent;
  }

  async #delete(declared: string, control: Control, send: Exchanges['send']): Promise<void> {
    const id = this.#groups.get(declared) ?? '';
    await send((signal) => control.deleteActionGroup(id, signal)).catch((error: unknown) => {
      if (!(error instanceof ProviderError && error.status === 404)) throw error;
    });
    this.#groups.delete(declared);
    this.#isChanged = true;
  }
}

function notPrepared({ status, failureReasons }: AgentState): ProviderError {
  const reasons = excerpt(failureReasons.join(' ') || 'no reason given', '');
  return new ProviderError(`The agent could not be prepared with its tools (${status}): ${reasons}`, {
    code: status,
    retryable: false,
  });
}

// The control plane, where the draft of an agent is given its tools.

/** The version of an agent that can be changed. Source: `CreateAgentActionGroupRequest.agentVersion`. */
const agentVersion = 'DRAFT';

/** How far an agent is. Source: `AgentStatus`. */
interface AgentState {
  readonly status: string;
  readonly failureReasons: readonly string[];
}

/** What can be asked of one agent. Each throws whatever the SDK throws, and WireError for an answer that says nothing. */
interface Control {
  /** @returns the id of the group */
  createActionGroup(group: JsonObject, abortSignal: AbortSignal): Promise<string>;
  deleteActionGroup(actionGroupId: string, abortSignal: AbortSignal): Promise<void>;
  /** Begins to make the draft, as it is now, what is invoked. */
  prepare(abortSignal: AbortSignal): Promise<AgentState>;
  look(abortSignal: AbortSignal): Promise<AgentState>;
  close(): void;
}

/** @param inUse is kept up to date */
export async function createControl(
  settings: ClientSettings,
  endpoint: string,
  agentId: string,
  inUse: SecretInUse,
): Promise<Control> {
  const sdk = await import('@aws-sdk/client-bedrock-agent');
  const config = awsClientConfig({ ...settings, baseUrl: endpoint }, inUse);
  const client = withoutSurroundings(new sdk.BedrockAgentClient(config));
  return {
    async createActionGroup(group, abortSignal) {
      const command = new sdk.CreateAgentActionGroupCommand({ agentId, agentVersion, actionGroupName: '' });
      const answer = keepingAnswer(withBody(command, group));
      await client.send(command, { abortSignal });
      const id = text(objectOf(objectOf(answer.json())?.agentActionGroup)?.actionGroupId);
      if (id === undefined) throw new WireError('Amazon Bedrock made an action group and did not say its id.');
      return id;
    },
    async deleteActionGroup(actionGroupId, abortSignal) {
      // Otherwise only a group that was disabled before is deleted.
      const skipResourceInUseCheck = true;
      const group = { agentId, agentVersion, actionGroupId, skipResourceInUseCheck };
      await client.send(new sdk.DeleteAgentActionGroupCommand(group), { abortSignal });
    },
    async prepare(abortSignal) {
      const command = new sdk.PrepareAgentCommand({ agentId });
      const answer = keepingAnswer(command);
      await client.send(command, { abortSignal });
      return stateOf(answer.json());
    },
    async look(abortSignal) {
      const command = new sdk.GetAgentCommand({ agentId });
      const answer = keepingAnswer(command);
      await client.send(command, { abortSignal });
      return stateOf(objectOf(answer.json())?.agent);
    },
    close: () => client.destroy(),
  };
}

const objectOf = (value: unknown): JsonObject | undefined => (isJsonObject(value) ? value : undefined);

function stateOf(agent: unknown): AgentState {
  const { agentStatus, failureReasons } = objectOf(agent) ?? {};
  const status = text(agentStatus);
  if (status === undefined) throw new WireError('Amazon Bedrock did not say the status of the agent.');
  return { status, failureReasons: (list(failureReasons) ?? []).flatMap((reason) => text(reason) ?? []) };
}
