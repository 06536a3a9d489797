/** What a response repeats of its request, and what it presupposes, whoever serves it. */
import type { Json } from '../../../../lib/canonical-json.ts';
import type { Member, Presupposition, Rejected } from '../../../wire/conditions.ts';
import {
  type AnswerRule,
  callsAreSingle,
  choiceIsKept,
  choiceOfOpenAi,
  formatIsKept,
  strictArguments,
} from '../../../wire/rules/answers.ts';
import type { RuleEvidence, Source } from '../../../wire/rules/rule.ts';

const reference: Source = {
  title: 'OpenAI API reference: create a response',
  url: 'https://platform.openai.com/docs/api-reference/responses/create',
};

/** Effort of reasoning, where none is requested. Models that do not reason answer null. */
export const effortOf: Member = {
  default: {
    byModel: [
      [/(^|\.)gpt-5\.[124](?!.*(codex|pro))/, 'none'],
      [/(^|\.)(gpt-5|gpt-6|o\d|computer-use)/, 'medium'],
      [/^gpt-4/, null],
    ],
  },
  source: {
    title:
      'OpenAI: reasoning models, "gpt-5.5 defaults to medium reasoning effort"; recorded traffic says so of the others',
    url: 'https://developers.openai.com/api/docs/guides/reasoning',
  },
};

/** Sampling of the newer models: recorded traffic answers 0.98 wherever `top_p` is not sent. */
const repeatedTopP: Member = {
  default: {
    byModel: [
      [/(^|\.)gpt-(5\.[2-9]|6)/, 0.98],
      [/./, 1],
    ],
  },
  source: {
    title: 'Recorded answers of gpt-5.2 and later, such as Bedrock of gpt-5.5',
    url: 'https://github.com/pydantic/pydantic-ai/tree/main/tests/models/cassettes',
  },
};

/** By the path in the request. */
export const repeatedByResponses: Readonly<Record<string, Member>> = {
  background: { default: false },
  conversation: { as: 'id' },
  instructions: { default: null },
  max_output_tokens: { default: null },
  max_tool_calls: { default: null },
  metadata: { default: {} },
  model: { as: 'version' },
  parallel_tool_calls: { default: true },
  previous_response_id: { default: null },
  prompt_cache_key: {},
  safety_identifier: {},
  // Organizations without retention are answered false.
  store: {},
  temperature: { default: 1 },
  'text.format': { default: { type: 'text' } },
  'text.verbosity': { default: 'medium' },
  tool_choice: { default: 'auto' },
  // The service completes schemas and hides addresses.
  tools: { default: [], as: 'tools' },
  top_logprobs: { default: 0 },
  top_p: repeatedTopP,
  truncation: { default: 'disabled' },
  user: { default: null },
};

const answeredBy = (item: string, tool: string): Presupposition => ({
  answer: ['output.*.type', 'item.type'],
  is: new RegExp(`^${item}$`),
  request: ['tools.*.type', 'input.*.tools.*.type'],
  has: new RegExp(`^(${tool})$`),
  source: reference,
});

/** Which tools give which items. */
export const toolsOfItems: readonly Presupposition[] = [
  answeredBy('code_interpreter_call', 'code_interpreter'),
  answeredBy('computer_call', 'computer.*'),
  answeredBy('custom_tool_call', 'custom|namespace|tool_search'),
  answeredBy('file_search_call', 'file_search'),
  answeredBy('function_call', 'function|namespace|tool_search|shell|computer.*'),
  answeredBy('image_generation_call', 'image_generation'),
  answeredBy('local_shell_call', 'local_shell'),
  answeredBy('mcp_(call|list_tools|approval_request)', 'mcp|connector'),
  answeredBy('shell_call', 'shell'),
  answeredBy('apply_patch_call', 'apply_patch'),
  answeredBy('web_search_call', 'web_search.*'),
];

const isReasoning = (effort: Json): boolean => typeof effort === 'string' && effort !== 'none';

const unsupported = (parameter: string, isDefault: (value: Json) => boolean): Rejected => ({
  id: `${parameter.replaceAll('_', '-')}-without-reasoning`,
  what: `A reasoning model does not accept "${parameter}", except with the effort "none".`,
  when: { [parameter]: (value) => value !== null && !isDefault(value), 'reasoning.effort': isReasoning },
  status: 400,
  body: {
    error: {
      message: `Unsupported parameter: '${parameter}' is not supported with this model.`,
      type: 'invalid_request_error',
      param: parameter,
      code: null,
    },
  },
  source: {
    title: `The service: "Unsupported parameter: 'temperature' is not supported with this model."`,
    url: 'https://github.com/JetBrains/koog/issues/1263',
  },
});

/** Of requests to models that reason. */
export const samplingRejected: readonly Rejected[] = [
  unsupported('temperature', (value) => value === 1),
  unsupported('top_p', (value) => value === 1),
];

export const documentedByOpenAi = (title: string, page: string): RuleEvidence => ({
  grade: 'documented',
  title: `OpenAI: ${title}`,
  url: `https://platform.openai.com/docs/${page}`,
});
const functionCalling = documentedByOpenAi('function calling', 'guides/function-calling');
const structuredOutputs = documentedByOpenAi('structured outputs', 'guides/structured-outputs');

/** What answers of OpenAI keep to, in both of its APIs. */
export const answerRulesOfOpenAi: readonly AnswerRule[] = [
  ...choiceIsKept({ evidence: functionCalling, ownChoice: choiceOfOpenAi }),
  callsAreSingle({ evidence: functionCalling }),
  formatIsKept({ evidence: structuredOutputs }),
  strictArguments({ evidence: structuredOutputs }),
];
