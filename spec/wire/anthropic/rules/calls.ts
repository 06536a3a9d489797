import { asArray } from '../../json.ts';
import { areUnique, haveForm } from '../../rules/members.ts';
import { type Rule, ruleOver } from '../../rules/rule.ts';
import { callsAreAnswered, type Half } from '../../rules/tools.ts';
import { blocksIn, blocksOf, type Found, membersOf, turnsIn } from './parts.ts';

const half = ({ path, turn, block }: Found, member: string): Half => ({
  path: `${path}.${member}`,
  turn,
  id: block[member],
});

const handling = {
  title: 'Claude docs, handle tool calls',
  url: 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls',
};

/** Calls of the application's functions, and their results. */
export const callRules: readonly Rule[] = [
  callsAreAnswered({
    source: handling,
    pairsIn: ({ body }) => ({
      calls: blocksOf(body, 'tool_use').map((found) => half(found, 'id')),
      answers: blocksOf(body, 'tool_result').map((found) => half(found, 'tool_use_id')),
      turns: turnsIn(body),
    }),
  }),
  {
    id: 'results-first',
    what: 'The message after a call begins with the results of all calls.',
    source: handling,
    judge: ({ body }) => {
      const all = blocksIn(body);
      const results = all.filter(({ block }) => block.type === 'tool_result');
      const breaches = results.flatMap(({ path, turn, block }) => {
        const before = all.slice(
          0,
          all.findIndex((found) => found.path === path),
        );
        const other = before.find((found) => found.turn === turn && found.block.type !== 'tool_result');
        if (!other) return [];
        const message = `the result of ${JSON.stringify(block.tool_use_id)} stands behind "${other.block.type}" at ${other.path}`;
        return [{ path, value: block, message }];
      });
      return { compared: results.length, breaches };
    },
  },
  ruleOver({
    id: 'results-of-toolsets',
    what: 'The result of a call to a member of a toolset says of which toolset it is.',
    source: {
      title: '@anthropic-ai/sdk, lib/internal/toolsets/run: toolset_name is required on a member result',
      url: 'https://github.com/anthropics/anthropic-sdk-typescript/blob/main/src/lib/internal/toolsets/run.ts',
    },
    placesOf: ({ body }) => {
      const toolsets = new Map(blocksOf(body, 'tool_use').map(({ block }) => [block.id, block.toolset_name ?? null]));
      return blocksOf(body, 'tool_result').map(({ path, block }) => ({
        path: `${path}.toolset_name`,
        value: { said: block.toolset_name ?? null, called: toolsets.get(block.tool_use_id) ?? null },
      }));
    },
    wrong: ({ said, called }) =>
      said === called ? undefined : `it says ${JSON.stringify(said)}, and the call ${JSON.stringify(called)}`,
  }),
  haveForm({
    id: 'call-ids',
    noun: 'id of a call',
    form: /^[a-zA-Z0-9_-]+$/,
    inWords: 'made of letters, digits, "_" and "-"',
    source: {
      title: 'tool_use.id: String should match pattern',
      url: 'https://github.com/BlockRunAI/ClawRouter/issues/17',
    },
    textsIn: ({ body }) => [
      ...membersOf(blocksOf(body, 'tool_use', 'mcp_tool_use'), 'id'),
      ...membersOf(blocksOf(body, 'tool_result', 'mcp_tool_result'), 'tool_use_id'),
    ],
  }),
  areUnique({
    id: 'call-ids-once',
    noun: 'id of a call',
    source: { title: 'tool_use ids must be unique', url: 'https://github.com/BerriAI/litellm/issues/23510' },
    textsIn: ({ body }) => membersOf(blocksOf(body, 'tool_use', 'server_tool_use', 'mcp_tool_use'), 'id'),
  }),
  ruleOver({
    id: 'failures-in-words',
    what: 'The result of a call that failed has words, and nothing but words.',
    source: {
      title: 'tool_result: content cannot be empty if is_error is true',
      url: 'https://github.com/jlevy/markform/issues/153',
    },
    placesOf: ({ body }) =>
      blocksOf(body, 'tool_result')
        .filter(({ block }) => block.is_error === true)
        .map(({ path, block }) => ({ path: `${path}.content`, value: block.content ?? null })),
    wrong: (content) => {
      if (content === null || content === '' || asArray(content)?.length === 0) return 'a failure without words';
      const others = (asArray(content) ?? []).filter((block) => (block as { type?: unknown } | null)?.type !== 'text');
      return others.length > 0 ? 'a failure is told in more than words' : undefined;
    },
  }),
];
