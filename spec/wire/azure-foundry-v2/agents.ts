/** Versions of agents that exchanges made: what the provider keeps of a conversation besides its responses. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import type { Exchange } from '../../../recordings/format/exchange.ts';
import { asObject, asString, jsonOf } from '../json.ts';
import type { RemoteResource } from '../reader.ts';

/** A version of an agent as it was asked for. */
export interface AgentVersion {
  readonly name: string;
  readonly version: string | undefined;
  readonly definition: JsonObject;
  /** Place of the definition where it stands in the call that is read; absent of earlier calls. */
  readonly path: string | undefined;
}

/**
 * The version that an exchange made, if it did. Its agent is the one that the answer names or, where it is silent, the path.
 * Source: `CreateAgentVersionRequest`, `AgentVersionObject`.
 */
export function versionMadeBy({ operation, request, response }: Exchange, path?: string): AgentVersion | undefined {
  if (operation !== 'agents.createVersion' || response.status >= 400) return undefined;
  const made = asObject(jsonOf(response.body));
  const name = asString(made?.name) ?? belowAgents(request.url)?.replace(/\/.*$/, '');
  if (name === undefined) return undefined;
  const definition = asObject(asObject(request.body && jsonOf(request.body))?.definition) ?? {};
  return { name, version: asString(made?.version), definition, path: path && `${path}.definition` };
}

/**
 * The version that a request names; the newest where it names none. Under its earlier name, `agent`, the service refuses the
 * reference, and it is none here.
 *
 * @param versions in the order in which they were made
 */
export function versionAsked(body: JsonObject, versions: readonly AgentVersion[]): AgentVersion | undefined {
  const reference = asObject(body.agent_reference);
  const [name, version] = [asString(reference?.name), asString(reference?.version)];
  return versions.findLast((made) => made.name === name && (version === undefined || made.version === version));
}

/** Versions of agents that exchanges made. One is deleted by itself, or with its agent. */
export function madeIn(exchanges: readonly Exchange[]): RemoteResource[] {
  const deleted = new Set(
    exchanges.flatMap(({ operation, request, response }) => {
      const isGone = response.status < 400 || response.status === 404;
      const path = belowAgents(request.url);
      return isGone && operation.startsWith('agents.delete') && path !== undefined ? [path] : [];
    }),
  );
  return exchanges.flatMap((exchange, i): RemoteResource[] => {
    const made = versionMadeBy(exchange);
    if (!made) return [];
    const isDeleted = deleted.has(made.name) || deleted.has(`${made.name}/versions/${made.version}`);
    return [{ what: `version ${made.version} of the agent "${made.name}"`, path: `exchanges[${i}]`, isDeleted }];
  });
}

/** `{agent}`, or `{agent}/versions/{version}`. */
function belowAgents(url: string): string | undefined {
  const [, path] = /\/agents\/([^?]+)/.exec(url) ?? [];
  if (path === undefined) return undefined;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
