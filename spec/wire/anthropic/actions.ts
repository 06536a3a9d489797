/**
 * Calls by which the model asks the application to act. Source: `ComputerToolUseBlock`, `ToolBash20250124`,
 * `ToolTextEditor20250728` of `@anthropic-ai/sdk`; of the computer before the toolset, `BetaToolComputerUse20251124`.
 */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import type { ActionCallContent } from '../../contract/index.ts';
import { asArray, asObject } from '../json.ts';

/** What a call asks for. */
export interface Asked {
  readonly tool: ActionCallContent['tool'];
  /** One call is one action. */
  readonly action: JsonObject;
}

/** Which tools of the provider's own a request declares, by the names under which they are called. */
export type ActionTools = ReadonlyMap<string, Asked['tool']>;

const kinds: readonly [type: RegExp, tool: Asked['tool']][] = [
  [/^computer_\d+$/, 'computer-use'],
  [/^bash_\d+$/, 'shell'],
  [/^text_editor_\d+$/, 'text-editor'],
];

/** Names that nothing else has, by which a declaration of a type that there is not is known for what it is meant to be. */
const ownNames: ReadonlyMap<string, Asked['tool']> = new Map([
  ['str_replace_editor', 'text-editor'],
  ['str_replace_based_edit_tool', 'text-editor'],
]);

/** By their types and not by their names: an application may have a function that it calls `bash`. */
export function actionToolsIn(body: JsonObject | undefined): ActionTools {
  return new Map(
    (asArray(body?.tools) ?? []).flatMap((value): [string, Asked['tool']][] => {
      const { type, name } = asObject(value) ?? {};
      if (typeof name !== 'string' || typeof type !== 'string' || type === 'custom') return [];
      const [, kind = ownNames.get(name)] = kinds.find(([pattern]) => pattern.test(type)) ?? [];
      return kind ? [[name, kind]] : [];
    }),
  );
}

/**
 * The action of a `tool_use`, or `undefined` where it is an ordinary call.
 *
 * A member of the computer's toolset is called by its own name. Before there were toolsets, the computer had one name and said
 * the `action` in its input, as the editor says its `command`. What a shell shall do has no name of its own.
 */
export function askedBy(
  { name, toolset_name: toolset }: JsonObject,
  input: Json,
  tools: ActionTools,
): Asked | undefined {
  if (typeof name !== 'string' || !isJsonObject(input)) return undefined;
  if (toolset === 'computer') return { tool: 'computer-use', action: { type: name, ...input } };
  const tool = typeof toolset === 'string' ? undefined : tools.get(name);
  const action = tool && actionIn(tool, input);
  return tool && action ? { tool, action } : undefined;
}

function actionIn(tool: Asked['tool'], input: JsonObject): JsonObject | undefined {
  switch (tool) {
    case 'computer-use':
      return namedBy('action', input);
    case 'text-editor':
      return namedBy('command', input);
    case 'shell': {
      const { restart, ...rest } = input;
      return restart === true ? { type: 'restart', ...rest } : { type: 'exec', ...input };
    }
  }
}

function namedBy(member: string, input: JsonObject): JsonObject | undefined {
  const { [member]: type, ...rest } = input;
  return typeof type === 'string' ? { type, ...rest } : undefined;
}
