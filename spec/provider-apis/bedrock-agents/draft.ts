/**
 * What the control plane did to drafts of agents. Source: `CreateAgentActionGroupRequest`, `DeleteAgentActionGroupRequest`,
 * `PrepareAgentResponse`, `Agent` of `@aws-sdk/client-bedrock-agent`.
 */
import type { JsonObject } from '../../../lib/canonical-json.ts';
import type { Exchange } from '../../../recordings/format/exchange.ts';
import type { ErrorFact } from '../../facts/fact.ts';
import { asArray, asObject, asString, jsonOf } from '../../wire/json.ts';
import type { RemoteResource } from '../../wire/reader.ts';

/** An action group of a draft. */
export interface DraftGroup {
  readonly group: JsonObject;
  /** The body that declared it. */
  readonly declaration: JsonObject;
  /** Place of that body; `undefined` where an earlier call declared it. */
  readonly path: string | undefined;
}

/** Whether an exchange is one with a model, and not with the control plane. */
export const asksModel = ({ operation }: Exchange): boolean =>
  operation === 'invokeInlineAgent' || operation === 'invokeAgent';

const pathOf = ({ request }: Exchange): string => new URL(request.url).pathname;

export const agentOf = (exchange: Exchange): string | undefined => /\/agents\/([^/]+)/.exec(pathOf(exchange))?.[1];

/** `<agent> <group>` that a successful answer names, or that a deletion does. */
function groupNamed(exchange: Exchange): string | undefined {
  const made = asObject(asObject(jsonOf(exchange.response.body))?.agentActionGroup);
  const id =
    exchange.operation === 'createAgentActionGroup'
      ? asString(made?.actionGroupId)
      : /\/actiongroups\/([^/]+)\/?$/.exec(pathOf(exchange))?.[1];
  return id === undefined ? undefined : `${agentOf(exchange)} ${id}`;
}

/** What is gone already is gone too. */
const isDeletion = ({ operation, response: { status } }: Exchange): boolean =>
  operation === 'deleteAgentActionGroup' && (status < 400 || status === 404);

/**
 * The groups of the draft that an exchange asks, as it was when it was prepared last: what was declared afterwards is not there
 * yet. None where it asks no draft.
 *
 * @param earlier the exchanges of earlier calls
 * @param call those of the same call that came before it
 */
export function draftAsked(
  exchange: Exchange,
  earlier: readonly Exchange[],
  call: readonly Exchange[],
): readonly DraftGroup[] {
  const [, agent] = /\/agents\/([^/]+)\/agentAliases\/TSTALIASID\/sessions\//.exec(pathOf(exchange)) ?? [];
  if (agent === undefined) return [];
  const groups = new Map<string, DraftGroup>();
  let prepared: readonly DraftGroup[] = [];
  const placed = [
    ...earlier.map((each) => ({ each, path: undefined })),
    ...call.map((each, i) => ({ each, path: `exchanges[${i}].request.body` })),
  ];
  for (const { each, path } of placed) {
    if (agentOf(each) !== agent) continue;
    const name = groupNamed(each) ?? '';
    if (isDeletion(each)) groups.delete(name);
    if (each.response.status >= 400) continue;
    if (each.operation === 'createAgentActionGroup') {
      const declaration = asObject(jsonOf(each.request.body)) ?? {};
      const { actionGroupState, clientToken: _, ...group } = declaration;
      // A group that is not enabled is no tool of the agent's.
      if (actionGroupState !== 'DISABLED') groups.set(name, { group, declaration, path });
    }
    if (each.operation === 'prepareAgent') prepared = [...groups.values()];
  }
  return prepared;
}

/** An agent that could not be prepared; `undefined` where an answer does not say so. */
export function agentFailure({ response }: Exchange): ErrorFact | undefined {
  const body = asObject(jsonOf(response.body));
  const { agentStatus, failureReasons } = asObject(body?.agent) ?? body ?? {};
  if (agentStatus !== 'FAILED') return undefined;
  const reasons = (asArray(failureReasons) ?? []).flatMap((reason) => asString(reason) ?? []);
  return { kind: 'error', code: agentStatus, message: reasons.join(' ') };
}

/** How far an agent was when an exchange ended; `undefined` where that does not say. Source: `AgentStatus`. */
export function statusIn({ operation, response }: Exchange): string | undefined {
  if (response.status >= 400 || (operation !== 'prepareAgent' && operation !== 'getAgent')) return undefined;
  const body = asObject(jsonOf(response.body));
  return asString((asObject(body?.agent) ?? body)?.agentStatus);
}

/**
 * Groups that exchanges made. One is gone when it is deleted and the draft is prepared without it: until then it is asked as it
 * was.
 */
export function createdResources(exchanges: readonly Exchange[]): RemoteResource[] {
  const lastPrepared = exchanges.findLastIndex(({ operation }) => operation === 'prepareAgent');
  const deleted = new Set(exchanges.slice(0, Math.max(0, lastPrepared)).filter(isDeletion).map(groupNamed));
  return exchanges.flatMap((each, i) => {
    const isMade = each.operation === 'createAgentActionGroup' && each.response.status < 400;
    const name = isMade ? groupNamed(each) : undefined;
    if (name === undefined) return [];
    const [agent, id] = name.split(' ');
    return [
      { what: `action group "${id}" of agent "${agent}"`, path: `exchanges[${i}]`, isDeleted: deleted.has(name) },
    ];
  });
}
