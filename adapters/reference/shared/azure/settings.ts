/** Settings of tools that Azure AI Foundry alone has, as members on the wire. */
import type { Json, JsonObject } from '../../../../files/canonical-json.ts';
import { InvalidToolError } from '../../../../spec/contract/index.ts';

/**
 * @param members on the wire by setting; `connectionId` is always needed
 * @throws InvalidToolError for settings that the tool does not have, or without a connection
 */
export function membersOf(name: string, members: Readonly<Record<string, string>>, settings: JsonObject): JsonObject {
  if (typeof settings.connectionId !== 'string') {
    throw new InvalidToolError(name, 'its settings need a "connectionId", the id of a connection of the project.');
  }
  const known = new Map(Object.entries(members));
  const said = Object.entries(settings).map(([setting, value]): [string, Json] => {
    const member = known.get(setting);
    if (member !== undefined) return [member, value];
    const takes = [...known.keys()].join(', ');
    throw new InvalidToolError(name, `it has no setting ${JSON.stringify(setting)}; it takes ${takes}.`);
  });
  return Object.fromEntries(said);
}
