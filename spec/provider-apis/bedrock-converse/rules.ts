/** Where the blocks and tools of a request stand. Source: `ConverseRequest` of `@aws-sdk/client-bedrock-runtime`. */
import type { Json, JsonObject } from '../../../lib/canonical-json.ts';
import { asArray, asObject, asString } from '../../wire/json.ts';
import { turnsAlternate } from '../../wire/rules/general-rules.ts';
import { defineRule, type Rule, type RuleEvidence } from '../../wire/rules/rule.ts';
import { callIds, callsAreAnswered, choiceIsDeclared, type Half, toolNames } from '../../wire/rules/tools.ts';
import { inside, memberOf } from './message.ts';

/** A block of a message: the members of the one kind it is of. */
interface FoundBlock {
  /** `body.messages[2].content[0].toolUse`. */
  readonly path: string;
  readonly turn: number;
  readonly role: Json | undefined;
  readonly value: Json;
}

/** Messages of a request, each with its place. */
const messagesIn = (body: JsonObject): { path: string; message: JsonObject }[] =>
  (asArray(body.messages) ?? []).map((message, i) => ({ path: `body.messages[${i}]`, message: inside(message) }));

/** Blocks of a kind in the messages of a request. */
const blocksIn = (body: JsonObject, kind: string): FoundBlock[] =>
  messagesIn(body).flatMap(({ path, message: { role, content } }, turn) =>
    (asArray(content) ?? []).flatMap((block, i) => {
      const value = asObject(block)?.[kind] ?? null;
      return value === null ? [] : [{ path: `${path}.content[${i}].${kind}`, turn, role, value }];
    }),
  );

/** Calls and their answers that are the application's: a hosted tool's stand together in the model's own message. */
const pairedBlocks = (body: JsonObject) => ({
  calls: blocksIn(body, 'toolUse').filter(({ value }) => inside(value).type !== 'server_tool_use'),
  answers: blocksIn(body, 'toolResult').filter(({ role }) => role === 'user'),
});

/** Functions that a request declares. */
const functionsIn = (body: JsonObject): { path: string; tool: JsonObject }[] =>
  (asArray(inside(body.toolConfig).tools) ?? []).flatMap((declared, i) => {
    const tool = asObject(asObject(declared)?.toolSpec);
    return tool ? [{ path: `body.toolConfig.tools[${i}].toolSpec`, tool }] : [];
  });

// Rules of Converse about `toolConfig`: what is declared, and what of it must or may be called.

const choices: RuleEvidence = {
  grade: 'documented',
  title: 'Amazon Bedrock Runtime: ToolChoice',
  url: 'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolChoice.html',
};

const toolRules: readonly Rule[] = [
  defineRule({
    id: 'tool-config-required',
    what: 'A request with calls or results has a toolConfig, and a toolConfig declares a tool.',
    evidence: {
      grade: 'documented',
      title: 'Converse: "The toolConfig field must be defined when using toolUse and toolResult content blocks"',
      url: 'https://github.com/elastic/kibana/pull/277821',
    },
    placesOf: ({ body }) => {
      const hasHistory = [...blocksIn(body, 'toolUse'), ...blocksIn(body, 'toolResult')].length > 0;
      const config = body.toolConfig ?? null;
      return config === null && !hasHistory ? [] : [{ path: 'body.toolConfig', value: config }];
    },
    wrong: (config: Json) => {
      if (config === null) return 'messages have calls or results, and toolConfig is missing';
      return (asArray(inside(config).tools) ?? []).length === 0 ? 'toolConfig declares no tool' : undefined;
    },
  }),
  defineRule({
    id: 'schema-object',
    what: 'A function schema has the type "object", and its properties, if any, are an object.',
    evidence: {
      grade: 'documented',
      title:
        'Converse: "The value at inputSchema.json.type must be one of the following: object", "$.properties: null found"',
      url: 'https://github.com/bytedance/UI-TARS-desktop/issues/770',
    },
    placesOf: ({ body }) =>
      functionsIn(body).map(({ path, tool }) => ({
        path: `${path}.inputSchema.json`,
        value: inside(tool.inputSchema).json,
      })),
    wrong: (value) => {
      const schema = asObject(value);
      if (schema?.type !== 'object') return 'the schema of a function does not have the type "object"';
      if ('properties' in schema && !asObject(schema.properties)) return 'the properties of a schema are not an object';
      return undefined;
    },
  }),
  defineRule({
    id: 'tool-choice-format',
    what: 'A tool choice is auto, any, or the name of a tool.',
    evidence: choices,
    placesOf: ({ body }) => choiceIn(body).map((value) => ({ path: choicePath, value })),
    wrong: (choice) => {
      const [kind = '', value = null] = memberOf(choice) ?? [];
      const isKnown = kind === 'tool' ? asString(inside(value).name) !== undefined : kind === 'auto' || kind === 'any';
      return isKnown ? undefined : `${JSON.stringify(choice)} is none of auto, any and a tool by its name`;
    },
  }),
  choiceIsDeclared({
    evidence: choices,
    choicesIn: ({ body }) =>
      forcedIn(body).map((choice) => {
        const [, value = null] = memberOf(choice) ?? [];
        return { path: choicePath, name: asString(inside(value).name), declared: declaredIn(body) };
      }),
  }),
  defineRule({
    id: 'tool-choice-forced',
    what: 'A request does not force a tool on a model with reasoning, or on a model that rejects it.',
    evidence: {
      grade: 'documented',
      title: 'Claude: extended thinking with tool use; Claude Opus 5.5 on Converse',
      url: 'https://github.com/vercel/ai/issues/21364',
    },
    placesOf: ({ body, exchange }) =>
      forcedIn(body).map(() => ({ path: choicePath, value: { body, url: exchange.request.url } })),
    wrong: ({ body, url }) => {
      const thinking = asString(inside(inside(body.additionalModelRequestFields).thinking).type);
      if (thinking !== undefined && thinking !== 'disabled') return 'a tool is forced while reasoning is enabled';
      return /claude-opus-5-5/.test(url) ? 'a tool is forced on a model that rejects it' : undefined;
    },
  }),
];

const choicePath = 'body.toolConfig.toolChoice';

const choiceIn = ({ toolConfig }: JsonObject): JsonObject[] => {
  const choice = inside(toolConfig).toolChoice ?? null;
  return choice === null ? [] : [inside(choice)];
};

/** A choice that forces a tool. */
const forcedIn = (body: JsonObject): JsonObject[] =>
  choiceIn(body).filter((choice) => {
    const [kind] = memberOf(choice) ?? [];
    return kind === 'any' || kind === 'tool';
  });

const declaredIn = ({ toolConfig }: JsonObject): string[] =>
  (asArray(inside(toolConfig).tools) ?? []).flatMap((declared) => {
    const [, tool = null] = memberOf(inside(declared)) ?? [];
    return asString(inside(tool).name) ?? [];
  });

const reference = (type: string): RuleEvidence => ({
  grade: 'documented',
  title: `Amazon Bedrock Runtime: ${type}`,
  url: `https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_${type}.html`,
});

/** For what Converse and ConverseStream answer with a ValidationException. */
export const rules: readonly Rule[] = [
  toolNames({
    form: /^[a-zA-Z0-9_-]{1,64}$/,
    inWords: '1 to 64 letters, digits, "_" and "-"',
    evidence: reference('ToolSpecification'),
    namesIn: ({ body }) => [
      ...functionsIn(body).map(({ path, tool }) => ({ path: `${path}.name`, value: tool.name })),
      ...blocksIn(body, 'toolUse').map(({ path, value }) => ({ path: `${path}.name`, value: inside(value).name })),
    ],
  }),
  callIds({
    form: /^[a-zA-Z0-9_.:-]{1,64}$/,
    inWords: '1 to 64 letters, digits, "_", ".", ":" and "-"',
    evidence: reference('ToolUseBlock'),
    idsIn: ({ body }) =>
      [...blocksIn(body, 'toolUse'), ...blocksIn(body, 'toolResult')].map(({ path, value }) => ({
        path: `${path}.toolUseId`,
        value: inside(value).toolUseId,
      })),
  }),
  callsAreAnswered({
    evidence: {
      grade: 'documented',
      title: 'Converse: "Expected toolResult blocks", "exceeds the number of toolUse blocks of previous turn"',
      url: 'https://github.com/genkit-ai/aws-bedrock-js-plugin/issues/664',
    },
    pairsIn: ({ body }) => {
      const { calls, answers } = pairedBlocks(body);
      return { calls: calls.map(half), answers: answers.map(half), turns: messagesIn(body).length };
    },
  }),
  turnsAlternate({
    evidence: {
      grade: 'documented',
      title: 'Converse: "A conversation must alternate between user and assistant roles"',
      url: 'https://github.com/langchain-ai/langchain-aws/issues/192',
    },
    // A message of the system stands between the others, to add a tool or take one away.
    turnsIn: ({ body }) =>
      messagesIn(body).flatMap(({ path, message: { role } }) =>
        role === 'system' ? [] : [{ path: `${path}.role`, role }],
      ),
  }),
  defineRule({
    id: 'content-not-empty',
    what: 'A message has content, and no text is empty; for Claude, none of the assistant is white space, unless the model wrote it.',
    evidence: {
      grade: 'documented',
      title:
        'Converse: "The text field in the ContentBlock object is blank", "text content blocks must contain non-whitespace text"',
      url: 'https://github.com/NousResearch/hermes-agent/pull/63983',
    },
    placesOf: ({ body }) =>
      [
        ...messagesIn(body).map(({ path, message }) => ({ path: `${path}.content`, value: message.content, role: '' })),
        ...blocksIn(body, 'text'),
      ].map(({ path, value, role }) => ({ path, value: { value, role } })),
    wrong: ({ value, role }, { earlier, exchange }) => {
      if (value === '') return 'the text of a block is empty';
      // A user's text of white space beside other content is taken, as public recordings show.
      const isSeen = role === 'assistant' && earlier.length === 0 && /claude/.test(exchange.request.url);
      if (isSeen && typeof value === 'string' && value.trim() === '') return 'a text is white space';
      return Array.isArray(value) && value.length === 0 ? 'a message has no content' : undefined;
    },
  }),
  defineRule({
    id: 'error-result-not-empty',
    what: 'The result of a failed call has content.',
    evidence: {
      grade: 'documented',
      title: 'Converse: "The content field cannot be empty when status value is error"',
      url: 'https://github.com/aws-samples/sample-multi-agent-orchestration-chat-on-agentcore/issues/15',
    },
    placesOf: ({ body }) => blocksIn(body, 'toolResult').filter(({ value }) => inside(value).status === 'error'),
    wrong: (value: Json) =>
      (asArray(inside(value).content) ?? []).every((part) => asObject(part)?.text === '')
        ? 'a result with the status "error" is empty'
        : undefined,
  }),
  defineRule({
    id: 'result-not-empty',
    what: 'A result has at least one block, which may be an empty text.',
    evidence: {
      grade: 'documented',
      title: 'Converse: models of Nova and Nemotron refuse "content": []; all take an empty text',
      url: 'https://github.com/strands-agents/harness-sdk/pull/2123',
    },
    placesOf: ({ body }) => pairedBlocks(body).answers,
    wrong: (value: Json) =>
      (asArray(inside(value).content) ?? []).length === 0 ? 'a result has no content' : undefined,
  }),
  defineRule({
    id: 'result-position',
    what: 'A user message begins with the application’s results. Results of hosted tools follow their calls.',
    evidence: {
      grade: 'documented',
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
        return other >= 0 && blocks.slice(other).some(isResult) ? 'a result follows other content' : undefined;
      }
      const isEarly = (block: JsonObject, i: number) =>
        isResult(block) && place(({ toolUse }) => inside(toolUse).toolUseId === inside(block.toolResult).toolUseId) > i;
      return blocks.some(isEarly) ? 'the result of a tool is before its call' : undefined;
    },
  }),
  defineRule({
    id: 'reasoning-signed',
    what: 'Reasoning goes back with its signature, or redacted, and only in assistant messages.',
    evidence: {
      grade: 'documented',
      title: 'Converse: "User messages cannot contain reasoning content"',
      url: 'https://github.com/vercel/ai/pull/17602',
    },
    placesOf: ({ body }) => blocksIn(body, 'reasoningContent').map((found) => ({ path: found.path, value: found })),
    wrong: ({ role, value }: FoundBlock) => {
      if (role !== 'assistant') return 'a user message has reasoning';
      const { reasoningText, redactedContent } = inside(value);
      const isSigned = (asString(inside(reasoningText).signature) ?? asString(redactedContent) ?? '') !== '';
      return isSigned ? undefined : 'reasoning goes back without its signature';
    },
  }),
  defineRule({
    id: 'document-name-format',
    what: 'A document name has only letters, digits, "_", "-", brackets and single spaces.',
    evidence: reference('DocumentBlock'),
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
