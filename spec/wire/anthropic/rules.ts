import type { JsonObject } from '../../../files/canonical-json.ts';
import { asArray, asObject, asString } from '../json.ts';
import { callsAreAnswered, type Half } from '../rules/pairs.ts';
import type { Rule } from '../rules/rule.ts';
import { toolNames } from '../rules/tool-names.ts';

/** For what the Messages API refuses a request. */
export const rules: readonly Rule[] = [
  toolNames({
    form: /^[a-zA-Z0-9_-]{1,128}$/,
    inWords: '1 to 128 of letters, digits, "_" and "-"',
    source: {
      title: 'Anthropic: tool definitions',
      url: 'https://docs.claude.com/en/docs/agents-and-tools/tool-use/implement-tool-use',
    },
    namesIn: ({ body }) => [
      ...functionsIn(body).map(({ path, tool }) => ({ path: `${path}.name`, value: tool.name })),
      ...blocksIn(body, 'tool_use').map(({ path, block }) => ({ path: `${path}.name`, value: block.name })),
    ],
  }),
  callsAreAnswered({
    source: {
      title: 'Anthropic: tool results come first in the message after the call',
      url: 'https://docs.claude.com/en/docs/agents-and-tools/tool-use/implement-tool-use',
    },
    pairsIn: ({ body }) => ({
      calls: blocksIn(body, 'tool_use').map((found) => half(found, 'id')),
      answers: blocksIn(body, 'tool_result').map((found) => half(found, 'tool_use_id')),
      turns: asArray(body.messages)?.length ?? 0,
    }),
  }),
];

/** Functions of the application among the tools of a request: the others have names of the provider's. */
function functionsIn(body: JsonObject): { path: string; tool: JsonObject }[] {
  return (asArray(body.tools) ?? []).flatMap((declared, i) => {
    const tool = asObject(declared);
    return tool && (tool.type ?? 'custom') === 'custom' ? [{ path: `body.tools[${i}]`, tool }] : [];
  });
}

interface Found {
  readonly path: string;
  readonly turn: number;
  readonly block: JsonObject;
}

const half = ({ path, turn, block }: Found, member: string): Half => ({
  path: `${path}.${member}`,
  turn,
  id: block[member],
});

/** Blocks of a type in the messages of a request. */
function blocksIn(body: JsonObject, type: string): Found[] {
  return (asArray(body.messages) ?? []).flatMap((message, turn) =>
    (asArray(asObject(message)?.content) ?? []).flatMap((content, i) => {
      const block = asObject(content);
      return block && asString(block.type) === type
        ? [{ path: `body.messages[${turn}].content[${i}]`, turn, block }]
        : [];
    }),
  );
}
