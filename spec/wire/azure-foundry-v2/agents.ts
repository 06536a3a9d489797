/** Versions of agents that exchanges made: what the provider keeps of a conversation besides its responses. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import type { Exchange } from '../../../recordings/format/exchange.ts';
import { asObject, asString, jsonOf } from '../json.ts';

/** A version of an agent as it was asked for. */
export interface AgentVersion {
  readonly name: string;
  readonly version: string;
  readonly definition: JsonObject;
  /** Place of the definition where it stands in the call that is read; absent of earlier calls. */
  readonly path: string | undefined;
}

/** The version that an exchange made, if it did. Source: `CreateAgentVersionRequest`, `AgentVersionObject`. */
export function versionMadeBy({ operation, request, response }: Exchange, path?: string): AgentVersion | undefined {
  if (operation !== 'agents.createVersion' || response.status >= 400) return undefined;
  const made = asObject(jsonOf(response.body));
  const [name, version] = [asString(made?.name), asString(made?.version)];
  if (name === undefined || version === undefined) return undefined;
  const definition = asObject(asObject(request.body && jsonOf(request.body))?.definition) ?? {};
  return { name, version, definition, path: path && `${path}.definition` };
}

/**
 * The version that a request names; the newest where it names none. The member was called `agent` before, and both are read.
 *
 * @param versions in the order in which they were made
 */
export function versionAsked(body: JsonObject, versions: readonly AgentVersion[]): AgentVersion | undefined {
  const reference = asObject(body.agent_reference) ?? asObject(body.agent);
  const [name, version] = [asString(reference?.name), asString(reference?.version)];
  return versions.findLast((made) => made.name === name && (version === undefined || made.version === version));
}
