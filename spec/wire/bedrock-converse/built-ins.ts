/**
 * Tools of Claude that Converse has no type for. They are declared in `additionalModelRequestFields.tools`, in Anthropic's
 * words, and called as any function is: only the request tells which names are theirs. Source: `ToolComputerUse20250124`,
 * `ToolTextEditor20250728`, `ToolBash20250124` of `@anthropic-ai/sdk`; "Computer use" in the Amazon Bedrock user guide.
 */
import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import type { ActionCallContent } from '../../contract/index.ts';
import { asArray, asObject, asString } from '../json.ts';

type ActionTool = ActionCallContent['tool'];

const kinds: readonly (readonly [typeBeginsWith: string, ActionTool])[] = [
  ['computer_', 'computer-use'],
  ['text_editor_', 'text-editor'],
  ['bash_', 'shell'],
];

/** The kind of tool that a declaration is of, whatever its version. */
export const kindOf = (declaration: JsonObject): ActionTool | undefined =>
  kinds.find(([start]) => asString(declaration.type)?.startsWith(start))?.[1];

/** The names that a request's built-in tools are called by. */
export function builtInsOf(body: JsonObject | undefined): ReadonlyMap<string, ActionTool> {
  const declared = asArray(asObject(body?.additionalModelRequestFields)?.tools) ?? [];
  return new Map(
    declared.flatMap((declaration) => {
      const { name, ...rest } = asObject(declaration) ?? {};
      const kind = kindOf(rest);
      return kind && typeof name === 'string' ? [[name, kind] as const] : [];
    }),
  );
}

/** The action that an input asks for: its name first, then its members as the model wrote them; `undefined` without a name. */
export function actionOf(tool: ActionTool, input: Json): JsonObject | undefined {
  const members = asObject(input);
  if (!members) return undefined;
  if (tool === 'shell') {
    const { restart, ...rest } = members;
    return restart === true ? { type: 'restart', ...rest } : { type: 'exec', ...members };
  }
  const naming = tool === 'computer-use' ? 'action' : 'command';
  const { [naming]: type, ...rest } = members;
  return typeof type === 'string' ? { type, ...rest } : undefined;
}
