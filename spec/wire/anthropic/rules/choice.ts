import type { JsonObject } from '../../../../files/canonical-json.ts';
import { headerOf } from '../../../../recordings/format/exchange.ts';
import { asCount, asObject, asString } from '../../json.ts';
import { type Asked, type Rule, ruleOver } from '../../rules/rule.ts';
import { blocksIn, type Found, toolsIn } from './parts.ts';

const thinkingDocument = {
  title: 'Claude docs, extended thinking',
  url: 'https://platform.claude.com/docs/en/build-with-claude/extended-thinking',
};

/** What the model may do: which tools it must call, and how long it may think. */
export const choiceRules: readonly Rule[] = [
  ruleOver({
    id: 'tool-choice',
    what: 'A choice is "auto", "any", "none" or a tool that is declared.',
    source: {
      title: 'Claude docs, define tools: controlling output',
      url: 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools',
    },
    placesOf: ({ body }) => (asObject(body.tool_choice) ? [{ path: 'body.tool_choice', value: body }] : []),
    wrong: (body) => {
      const { type, name } = asObject(body.tool_choice) ?? {};
      if (!['auto', 'any', 'none', 'tool'].includes(asString(type) ?? ''))
        return `${JSON.stringify(type)} is no choice`;
      const tools = toolsIn(body);
      if (tools.length === 0 && type !== 'none') return 'there are no tools to choose from';
      if (type !== 'tool' || tools.some(({ tool }) => tool.name === name || tool.type === 'mcp_toolset'))
        return undefined;
      return `${JSON.stringify(name)} is the name of no tool`;
    },
  }),
  ruleOver({
    id: 'no-force-while-thinking',
    what: 'A model that thinks cannot be made to call a tool.',
    source: {
      title: 'Thinking may not be enabled when tool_choice forces tool use',
      url: 'https://github.com/mastra-ai/mastra/issues/7507',
    },
    placesOf: ({ body }) =>
      isThinking(body) && asObject(body.tool_choice)
        ? [{ path: 'body.tool_choice', value: body.tool_choice ?? null }]
        : [],
    wrong: (choice) => {
      const { type } = asObject(choice) ?? {};
      return type === 'any' || type === 'tool' ? 'a call is forced, and thinking is enabled' : undefined;
    },
  }),
  ruleOver({
    id: 'thinking-budget',
    what: 'Thinking has 1024 tokens or more, and leaves some of "max_tokens" for the answer.',
    source: {
      title: 'thinking.enabled.budget_tokens: Input should be greater than or equal to 1024',
      url: 'https://github.com/themaximalist/llm.js/issues/30',
    },
    placesOf: ({ body }) => (isThinking(body) ? [{ path: 'body.thinking.budget_tokens', value: body }] : []),
    wrong: ({ thinking, max_tokens: most }, asked) => {
      const budget = asCount(asObject(thinking)?.budget_tokens);
      if (budget === undefined) return 'there is no budget';
      if (budget < 1024) return `${budget} tokens are too few`;
      // Between calls a model may think again, and the budget is for all of it.
      const isSpread = /interleaved-thinking/.test(headerOf(asked.exchange.request, 'anthropic-beta') ?? '');
      return !isSpread && budget >= (asCount(most) ?? 0)
        ? `${budget} tokens are not less than "max_tokens"`
        : undefined;
    },
  }),
  ruleOver({
    id: 'thoughts-before-calls',
    what: 'While a model thinks, the turn that called and now gets its results begins with what it thought.',
    source: {
      title: 'Expected thinking or redacted_thinking, but found tool_use',
      url: 'https://github.com/langgenius/dify/issues/41092',
    },
    placesOf: (asked) => openTurn(asked).map((found) => ({ path: found.path, value: found.block })),
    wrong: ({ type }) =>
      type === 'thinking' || type === 'redacted_thinking' ? undefined : `the turn begins with "${type}"`,
  }),
  ruleOver({
    id: 'thoughts-signed',
    what: 'A thought goes back with its signature.',
    source: thinkingDocument,
    placesOf: ({ body }) =>
      blocksIn(body)
        .filter(({ block }) => block.type === 'thinking')
        .map(({ path, block }) => ({ path: `${path}.signature`, value: block.signature ?? null })),
    wrong: (signature) => (typeof signature === 'string' && signature !== '' ? undefined : 'there is no signature'),
  }),
];

const isThinking = ({ thinking }: JsonObject): boolean => asObject(thinking)?.type === 'enabled';

/** The first block of the assistant since the user last said something that is no result. */
function openTurn({ body }: Asked): Found[] {
  if (!isThinking(body)) return [];
  const blocks = blocksIn(body);
  if (!blocks.some(({ block }, i) => block.type === 'tool_result' && blocks.slice(i).every((b) => b.role === 'user'))) {
    return [];
  }
  const results = new Set(blocks.filter(({ block }) => block.type === 'tool_result').map(({ turn }) => turn));
  const began = blocks.findLast(({ role, turn }) => role === 'user' && !results.has(turn))?.turn ?? -1;
  const first = blocks.find(({ role, turn }) => role === 'assistant' && turn > began);
  return first ? [first] : [];
}
