import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import { asArray, asObject, asString } from '../json.ts';
import { turnsAlternate } from '../rules/members.ts';
import { type Rule, ruleOver } from '../rules/rule.ts';
import { callIds, callsAreAnswered, type Half, toolNames } from '../rules/tools.ts';
import { blocksIn, type FoundBlock, functionsIn, messagesIn, pairedBlocks } from './request-places.ts';
import { toolRules } from './tool-rules.ts';
import { inside } from './union.ts';

const reference = (type: string) => ({
  title: `Amazon Bedrock Runtime: ${type}`,
  url: `https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_${type}.html`,
});

/** For what Converse and ConverseStream answer with a ValidationException. */
export const rules: readonly Rule[] = [
  toolNames({
    form: /^[a-zA-Z0-9_-]{1,64}$/,
    inWords: '1 to 64 of letters, digits, "_" and "-"',
    source: reference('ToolSpecification'),
    namesIn: ({ body }) => [
      ...functionsIn(body).map(({ path, tool }) => ({ path: `${path}.name`, value: tool.name })),
      ...blocksIn(body, 'toolUse').map(({ path, value }) => ({ path: `${path}.name`, value: inside(value).name })),
    ],
  }),
  callIds({
    form: /^[a-zA-Z0-9_.:-]{1,64}$/,
    inWords: '1 to 64 of letters, digits, "_", ".", ":" and "-"',
    source: reference('ToolUseBlock'),
    idsIn: ({ body }) =>
      [...blocksIn(body, 'toolUse'), ...blocksIn(body, 'toolResult')].map(({ path, value }) => ({
        path: `${path}.toolUseId`,
        value: inside(value).toolUseId,
      })),
  }),
  callsAreAnswered({
    source: {
      title: 'Converse: "Expected toolResult blocks", "exceeds the number of toolUse blocks of previous turn"',
      url: 'https://github.com/genkit-ai/aws-bedrock-js-plugin/issues/664',
    },
    pairsIn: ({ body }) => {
      const { calls, answers } = pairedBlocks(body);
      return { calls: calls.map(half), answers: answers.map(half), turns: messagesIn(body).length };
    },
  }),
  turnsAlternate({
    source: {
      title: 'Converse: "A conversation must alternate between user and assistant roles"',
      url: 'https://github.com/langchain-ai/langchain-aws/issues/192',
    },
    // A message of the system stands between the others, to add a tool or take one away.
    turnsIn: ({ body }) =>
      messagesIn(body).flatMap(({ path, message: { role } }) =>
        role === 'system' ? [] : [{ path: `${path}.role`, role }],
      ),
  }),
  ruleOver({
    id: 'content-not-empty',
    what: 'A message has content, and the text of a block is not empty.',
    source: {
      title: 'Converse: "The text field in the ContentBlock object is blank", "The content field is empty"',
      url: 'https://github.com/BerriAI/litellm/issues/26554',
    },
    placesOf: ({ body }) => [
      ...messagesIn(body).map(({ path, message }) => ({ path: `${path}.content`, value: message.content })),
      ...blocksIn(body, 'text'),
    ],
    wrong: (value) => {
      if (value === '') return 'the text of a block is empty';
      return Array.isArray(value) && value.length === 0 ? 'a message has no content' : undefined;
    },
  }),
  ruleOver({
    id: 'failures-told',
    what: 'The result of a call that failed says something.',
    source: {
      title: 'Converse: "The content field cannot be empty when status value is error"',
      url: 'https://github.com/aws-samples/sample-multi-agent-orchestration-chat-on-agentcore/issues/15',
    },
    placesOf: ({ body }) => blocksIn(body, 'toolResult').filter(({ value }) => inside(value).status === 'error'),
    wrong: (value: Json) =>
      (asArray(inside(value).content) ?? []).every((part) => asObject(part)?.text === '')
        ? 'a result with the status "error" says nothing'
        : undefined,
  }),
  ruleOver({
    id: 'results-have-blocks',
    what: 'The result of a call has a block, if only of a text without words.',
    source: {
      title: 'Converse: models of Nova and Nemotron refuse "content": []; all take an empty text',
      url: 'https://github.com/strands-agents/harness-sdk/pull/2123',
    },
    placesOf: ({ body }) => pairedBlocks(body).answers,
    wrong: (value: Json) =>
      (asArray(inside(value).content) ?? []).length === 0 ? 'a result has no content' : undefined,
  }),
  ruleOver({
    id: 'results-in-place',
    what: 'Results of the application stand before all else in the user’s message; those of hosted tools behind their calls.',
    source: {
      title:
        'Claude docs, handle tool calls: results come first; ToolResultBlock: a request that the model previously made',
      url: 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls',
    },
    placesOf: ({ body }) => messagesIn(body).map(({ path, message }) => ({ path: `${path}.content`, value: message })),
    wrong: ({ role, content }: JsonObject) => {
      const blocks = (asArray(content) ?? []).map(inside);
      const place = (is: (block: JsonObject) => boolean) => blocks.findIndex(is);
      const isResult = ({ toolResult }: JsonObject) => toolResult !== undefined;
      if (role === 'user') {
        const other = place((block) => !isResult(block));
        return other >= 0 && blocks.slice(other).some(isResult) ? 'a result stands behind what is none' : undefined;
      }
      const isEarly = (block: JsonObject, i: number) =>
        isResult(block) && place(({ toolUse }) => inside(toolUse).toolUseId === inside(block.toolResult).toolUseId) > i;
      return blocks.some(isEarly) ? 'what a tool gave stands before its call' : undefined;
    },
  }),
  ruleOver({
    id: 'reasoning-signed',
    what: 'Reasoning is sent back with its signature, or redacted, and only as the model’s.',
    source: {
      title: 'Converse: "User messages cannot contain reasoning content"',
      url: 'https://github.com/vercel/ai/pull/17602',
    },
    placesOf: ({ body }) => blocksIn(body, 'reasoningContent').map((found) => ({ path: found.path, value: found })),
    wrong: ({ role, value }: FoundBlock) => {
      if (role !== 'assistant') return 'reasoning is no content of a user’s message';
      const { reasoningText, redactedContent } = inside(value);
      const isSigned = (asString(inside(reasoningText).signature) ?? asString(redactedContent) ?? '') !== '';
      return isSigned ? undefined : 'reasoning is sent back without the signature that came with it';
    },
  }),
  ruleOver({
    id: 'document-names',
    what: 'The name of a document is made of letters, digits, "_", "-", brackets and single spaces.',
    source: reference('DocumentBlock'),
    placesOf: ({ body }) =>
      documentsIn(body).map(({ path, document }) => ({ path: `${path}.name`, value: document.name })),
    wrong: (name) =>
      typeof name === 'string' && /^(?!.* {2})[\w \-()[\]]{1,200}$/.test(name)
        ? undefined
        : `${JSON.stringify(name)} is no name of a document that the service takes`,
  }),
  ...toolRules,
];

const half = ({ path, turn, value }: FoundBlock): Half => ({
  path: `${path}.toolUseId`,
  turn,
  id: inside(value).toolUseId,
});

/** Documents in messages, and in the results of calls. */
function documentsIn(body: JsonObject): { path: string; document: JsonObject }[] {
  const inMessages = blocksIn(body, 'document').map(({ path, value }) => ({ path, document: inside(value) }));
  const inResults = blocksIn(body, 'toolResult').flatMap(({ path, value }) =>
    (asArray(inside(value).content) ?? []).flatMap((part, i) => {
      const document = asObject(asObject(part)?.document);
      return document ? [{ path: `${path}.content[${i}].document`, document }] : [];
    }),
  );
  return [...inMessages, ...inResults];
}
