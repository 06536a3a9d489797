/** Which agent and session an exchange belongs to. */
import type { Json } from '../../../lib/canonical-json.ts';
import { type Exchange, headerOf } from '../../../recordings/format/exchange.ts';
import { eventFrames } from '../../wire/events.ts';
import { asArray, asObject, asString, jsonOf } from '../../wire/json.ts';
import { readInvocation } from './trace.ts';

/** `/agents/{sessionId}`, or `/agents/{agentId}/agentAliases/{agentAliasId}/sessions/{sessionId}/text`. */
const paths = [/\/agents\/([^/]+)\/?$/, /\/agents\/[^/]+\/agentAliases\/[^/]+\/sessions\/([^/]+)\/text\/?$/];

/** The session that a request names. */
export function sessionAsked({ request }: Exchange): string | undefined {
  const { pathname } = new URL(request.url);
  const name = paths.flatMap((path) => path.exec(pathname)?.[1] ?? [])[0];
  if (name === undefined) return undefined;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** The session that an exchange took place in, as the answer says. */
const sessionOf = (exchange: Exchange): string | undefined =>
  headerOf(exchange.response, 'x-amz-bedrock-agent-session-id') ?? sessionAsked(exchange);

/** The last exchange of a session. */
export function lastOf(exchanges: readonly Exchange[], session: string | undefined): Exchange | undefined {
  return exchanges.findLast((exchange) => session !== undefined && sessionOf(exchange) === session);
}

/** Control that returned to the application and was not answered yet. */
export interface Returned {
  readonly invocationId: string;
  /** Action group and name of each invocation, in order, and the agent that it is of where that is said. */
  readonly invocations: readonly {
    readonly actionGroup: string;
    readonly name: string;
    readonly agentId: string | undefined;
    /** Whether that agent is a collaborator of the one that was asked. */
    readonly isCollaborator: boolean;
    /** Whether the user is to be asked for leave besides. */
    readonly asksLeave: boolean;
  }[];
}

/** How an answer returned control, if it did. */
export function returnedBy({ response }: Exchange): Returned | undefined {
  const { frames } = eventFrames(response.body);
  const payload = asObject(frames.find(({ headers }) => headers[':event-type'] === 'returnControl')?.payload);
  if (!payload) return undefined;
  return {
    invocationId: asString(payload.invocationId) ?? '',
    invocations: (asArray(payload.invocationInputs) ?? []).map((input) => {
      const [called] = Object.values(asObject(input) ?? {});
      const { actionGroup = '', name = '' } = readInvocation(asObject(called) ?? {}) ?? {};
      const { agentId, collaboratorName, actionInvocationType } = asObject(called) ?? {};
      const asksLeave = actionInvocationType === 'USER_CONFIRMATION_AND_RESULT';
      const isCollaborator = asString(collaboratorName) !== undefined;
      return { actionGroup, name, agentId: asString(agentId), isCollaborator, asksLeave };
    }),
  };
}

/**
 * Action groups that are `ANTHROPIC.Computer`, by name: of a request, and of the draft that it asks.
 *
 * @param draft its groups
 */
export function screensOf({ request }: Exchange, draft: readonly Json[] = []): ReadonlySet<string> {
  const groups = asArray(asObject(jsonOf(request.body))?.actionGroups) ?? [];
  const screens = [...groups, ...draft].flatMap((group) => {
    const { actionGroupName, parentActionGroupSignature } = asObject(group) ?? {};
    return parentActionGroupSignature === 'ANTHROPIC.Computer' ? (asString(actionGroupName) ?? []) : [];
  });
  return new Set(screens);
}
