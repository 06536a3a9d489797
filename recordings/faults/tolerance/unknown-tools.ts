/** Calls and results of hosted tools that nobody knew, in the form in which each provider API tells of those that it has. */
import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import type { HttpResponse } from '../../format/exchange.ts';
import type { FaultsOf } from '../fault.ts';
import { event, eventFrame, lengthOf, type Piece, partsOf, withParts } from '../response-parts.ts';
import { elementsOf, membersOf, news, newWords, numbered, numbers, putIn, withItems, withJson } from './insertions.ts';

/** How a provider API tells of a tool of its own. */
interface Told {
  /** A whole answer that tells of it; nothing, where it is no such answer. */
  readonly listed: (body: JsonObject) => JsonObject | undefined;
  /** The pieces of a stream that do, behind those of a number. */
  readonly streamed?: (number: number) => readonly Piece[];
}

const asked = { question: 'what is new' };
const more = (list: Json | undefined, ...elements: readonly JsonObject[]): readonly Json[] | undefined =>
  Array.isArray(list) && list.length > 0 ? [...list, ...elements] : undefined;

/** With one more at the end of a list that is a member; nothing, where that is none. */
const within = (body: JsonObject, name: string, ...elements: readonly JsonObject[]): JsonObject | undefined => {
  const list = more(body[name], ...elements);
  return list && { ...body, [name]: list };
};

const item: JsonObject = {
  type: `${news}_call`,
  id: 'alc_1',
  status: 'completed',
  arguments: JSON.stringify(asked),
  output: newWords,
};

/** Source: `ResponseOutputItem` of `openai`: the type of every hosted tool's item ends in `_call`. */
const ofResponses: Told = {
  listed: (body) => (body.object === 'response' ? within(body, 'output', item) : undefined),
  streamed: (output_index) => [
    event(
      {
        type: 'response.output_item.added',
        output_index,
        sequence_number: 0,
        item: { ...item, status: 'in_progress' },
      },
      'response.output_item.added',
    ),
    event({ type: 'response.output_item.done', output_index, sequence_number: 0, item }, 'response.output_item.done'),
  ],
};

const call = { type: 'server_tool_use', id: 'srvtoolu_later', name: news, input: asked };
const result = {
  type: `${news}_tool_result`,
  tool_use_id: call.id,
  content: { type: `${news}_result`, found: newWords },
};

/** Source: `ServerToolUseBlock` and the blocks of results of `@anthropic-ai/sdk`. */
const ofAnthropic: Told = {
  listed: (body) => (body.type === 'message' ? within(body, 'content', call, result) : undefined),
  streamed: (index) => [
    event({ type: 'content_block_start', index, content_block: { ...call, input: {} } }, 'content_block_start'),
    event(
      { type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: JSON.stringify(asked) } },
      'content_block_delta',
    ),
    event({ type: 'content_block_stop', index }, 'content_block_stop'),
    event({ type: 'content_block_start', index: index + 1, content_block: result }, 'content_block_start'),
    event({ type: 'content_block_stop', index: index + 1 }, 'content_block_stop'),
  ],
};

const toolUseId = 'tooluse_later';
const use = { toolUseId, name: news, type: 'server_tool_use' };

/** Source: `ToolUseBlock.type`, `ToolResultBlock.type` of `@aws-sdk/client-bedrock-runtime`. */
const ofConverse: Told = {
  listed: (body) => {
    const output = membersOf(body.output);
    const message = within(
      membersOf(output.message),
      'content',
      { toolUse: { ...use, input: asked } },
      { toolResult: { toolUseId, type: `${news}_result`, status: 'success', content: [{ text: newWords }] } },
    );
    return message && { ...body, output: { ...output, message } };
  },
  streamed: (contentBlockIndex) => {
    const next = contentBlockIndex + 1;
    const toolResult = { toolUseId, type: `${news}_result`, status: 'success' };
    return [
      eventFrame('contentBlockStart', { contentBlockIndex, start: { toolUse: use } }),
      eventFrame('contentBlockDelta', { contentBlockIndex, delta: { toolUse: { input: JSON.stringify(asked) } } }),
      eventFrame('contentBlockStop', { contentBlockIndex }),
      eventFrame('contentBlockStart', { contentBlockIndex: next, start: { toolResult } }),
      eventFrame('contentBlockDelta', { contentBlockIndex: next, delta: { toolResult: [{ text: newWords }] } }),
      eventFrame('contentBlockStop', { contentBlockIndex: next }),
    ];
  },
};

const execution = { id: 'tool_exec_later', name: news, arguments: JSON.stringify(asked) };

/** Source: `ToolExecutionEntry`, whose `name` is any connector's. */
const ofMistral: Told = {
  listed: (body) =>
    within(body, 'outputs', { object: 'entry', type: 'tool.execution', ...execution, info: { found: newWords } }),
};

/** Source: `Part.toolCall`, `Part.toolResponse`, `ToolType` of `@google/genai`. */
const ofGoogle: Told = {
  listed: (body) => {
    const [candidate, ...others] = elementsOf(body.candidates);
    const content = membersOf(membersOf(candidate).content);
    const toolType = news.toUpperCase();
    const told = within(
      content,
      'parts',
      { toolCall: { id: 'later_1', toolType, args: asked } },
      { toolResponse: { id: 'later_1', toolType, response: { found: newWords } } },
    );
    return told && { ...body, candidates: [{ ...membersOf(candidate), content: told }, ...others] };
  },
};

/** Source: `RunStep.step_details` of `openai`, `RunStepToolCallDetails` of `@azure/ai-agents`. */
const ofRuns: Told = {
  listed: (body) => {
    const steps = elementsOf(body.data).map((step) => stepWithCall(membersOf(step)));
    return steps.some((step) => step)
      ? { ...body, data: steps.map((s, i) => s ?? elementsOf(body.data)[i] ?? null) }
      : stepWithCall(body);
  },
};

function stepWithCall(step: JsonObject): JsonObject | undefined {
  const details = membersOf(step.step_details);
  const isOfFunctions = elementsOf(details.tool_calls).some((each) => membersOf(each).type === 'function');
  if (step.object !== 'thread.run.step' || isOfFunctions) return undefined;
  const told = within(details, 'tool_calls', {
    id: 'call_later',
    type: news,
    [news]: { input: JSON.stringify(asked), output: newWords },
  });
  return told && { ...step, step_details: told };
}

const tools: Readonly<Record<string, Told>> = {
  'openai-responses': ofResponses,
  'azure-foundry-v2': ofResponses,
  anthropic: ofAnthropic,
  'bedrock-converse': ofConverse,
  mistral: ofMistral,
  google: ofGoogle,
  'openai-assistants': ofRuns,
  'azure-foundry-agents': ofRuns,
};

export const apisWithHostedTools: readonly string[] = Object.keys(tools);

/** An answer that tells, behind all else, of a tool of the provider that nobody knew. */
export const unknownToolsIn: FaultsOf = (response, operation, providerApi = '') => {
  const told = tools[providerApi];
  const answer = told && withTool(response, told, providerApi);
  if (!answer) return [];
  return [
    {
      covers: [`${operation} unknown tool`],
      what: `the answer to ${operation} tells of a tool of the provider that is unknown`,
      arrives: () => answer,
    },
  ];
};

function withTool(response: HttpResponse, told: Told, providerApi: string): HttpResponse | undefined {
  const isStream = lengthOf(response) !== undefined;
  const number = numbers[providerApi];
  if (isStream && told.streamed && number !== undefined) {
    const there = numbered(response, number);
    const whole = withItems(response, (items) => [...items, item]);
    return there && putIn(whole, 'behind', there.last.at, told.streamed(there.next));
  }
  let isTold = false;
  const changed = withJson(response, (json) => {
    // Of the events of a stream one tells of it.
    const more = isTold && isStream ? undefined : told.listed(json);
    isTold ||= more !== undefined;
    return more;
  });
  return isTold ? changed : undefined;
}

// Words for why an answer ended that nobody knew.

/** By provider API: the member that says why an answer ended, behind that it is a member of. An API that says it in no word of its own has none. */
const reasons: Readonly<Record<string, string>> = {
  anthropic: 'stop_reason',
  'openai-chat': 'finish_reason',
  'mistral-chat': 'finish_reason',
  google: 'finishReason',
  'bedrock-converse': 'stopReason',
  'openai-responses': 'incomplete_details.reason',
  'azure-foundry-v2': 'incomplete_details.reason',
  'openai-assistants': 'incomplete_details.reason',
  'azure-foundry-agents': 'incomplete_details.reason',
};

export const apisWithReasons: readonly string[] = Object.keys(reasons);

/**
 * A reason to end that is new. The caller learns it as it is: reasons are an open list. Source: M.E.AI `ChatFinishReason`, which
 * holds any word.
 */
export const unknownFinishReasons: FaultsOf = (response, operation, providerApi = '') => {
  const name = reasons[providerApi];
  const parts = name === undefined ? [] : partsOf(response).filter(({ json }) => isSaid(json, name));
  if (name === undefined || parts.length === 0) return [];
  return [
    {
      covers: [`${operation} ${name}`],
      what: `${name} of the answer to ${operation} is a new word`,
      arrives: () => withParts(response, new Map(parts.map(({ at, json }) => [at, replaced(json, name)]))),
    },
  ];
};

const isSaid = (json: Json, name: string): boolean => JSON.stringify(replaced(json, name)) !== JSON.stringify(json);

function replaced(json: Json, path: string, within = ''): Json {
  if (Array.isArray(json)) return json.map((each) => replaced(each, path));
  if (!isJsonObject(json)) return json;
  const members = Object.entries(json).map(([key, value]) => [
    key,
    isOf(path, within, key) && typeof value === 'string' ? inTheSpellingOf(value) : replaced(value, path, key),
  ]);
  return Object.fromEntries(members);
}

const isOf = (path: string, within: string, key: string): boolean => path === key || path === `${within}.${key}`;

/** A new word, written in capitals where the known ones are. */
const inTheSpellingOf = (word: string): string => (word === word.toUpperCase() ? news.toUpperCase() : news);
