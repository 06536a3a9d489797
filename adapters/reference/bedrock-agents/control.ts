/** The control plane, where the draft of an agent is given its tools. */
import { isJsonObject, type JsonObject } from '../../../files/canonical-json.ts';
import { type ClientSettings, WireError } from '../../../spec/contract/index.ts';
import { keepingAnswer, withBody } from '../shared/aws-as-written.ts';
import { awsClientConfig, withoutSurroundings } from '../shared/aws-client.ts';
import type { SecretInUse } from '../shared/credentials.ts';
import { list, text } from '../shared/json.ts';

/** The version of an agent that can be changed. Source: `CreateAgentActionGroupRequest.agentVersion`. */
const agentVersion = 'DRAFT';

/** How far an agent is. Source: `AgentStatus`. */
export interface AgentState {
  readonly status: string;
  readonly failureReasons: readonly string[];
}

/** What can be asked of one agent. Each throws whatever the SDK throws, and WireError for an answer that says nothing. */
export interface Control {
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
