/** What Chat Completions answer to what. */
import { type Json, toText } from '../../../lib/canonical-json.ts';
import type { Conditions, Rejected } from '../../wire/conditions.ts';
import { type AnswerRule, limitIsSaid, stopIsKept } from '../../wire/rules/answers.ts';
import { callsOfTools } from '../families/chat/conditions.ts';
import { answerRulesOfOpenAi, documentedByOpenAi, effortOf } from '../families/responses/conditions.ts';

const isReasoning = (effort: Json): boolean => typeof effort === 'string' && effort !== 'none';

const invalid = (param: string, message: string, code: string | null) => ({
  error: { message, type: 'invalid_request_error', param, code },
});

const rejects: readonly Rejected[] = [
  ...['temperature', 'top_p'].map((parameter) => ({
    id: `${parameter.replaceAll('_', '-')}-without-reasoning`,
    what: `A reasoning model accepts only the default of "${parameter}", except with the effort "none".`,
    when: { [parameter]: (value: Json) => value !== null && value !== 1, reasoning_effort: isReasoning },
    status: 400,
    body: invalid(
      parameter,
      `Unsupported value: '${parameter}' does not support {value} with this model. Only the default (1) value is supported.`,
      'unsupported_value',
    ),
    source: {
      title: `The service on gpt-5.5: "Unsupported value: 'temperature' does not support 0.2 with this model."`,
      url: 'https://github.com/BerriAI/litellm/pull/32060',
    },
  })),
  {
    id: 'functions-without-reasoning',
    what: 'From gpt-5.4 on, functions require the effort "none".',
    when: {
      tools: (tools) => Array.isArray(tools) && tools.some((tool) => tool?.type === 'function'),
      reasoning_effort: isReasoning,
      model: (model) => /^gpt-(5\.[4-9]|6)/.test(toText(model)),
    },
    status: 400,
    body: invalid(
      'reasoning_effort',
      "Function tools with reasoning_effort are not supported for {model} in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.",
      null,
    ),
    source: {
      title: 'The service: "Function tools with reasoning_effort are not supported for gpt-5.6-terra"',
      url: 'https://github.com/GoogleChromeLabs/webmcp-tools/issues/417',
    },
  },
  {
    id: 'search-by-its-models',
    what: 'Only search models search the web.',
    when: { web_search_options: () => true, model: (model) => !/search/.test(toText(model)) },
    status: 400,
    body: invalid('web_search_options', 'Web search options not supported with this model.', null),
    source: {
      title: 'The service: "Web search options not supported with this model."',
      url: 'https://github.com/pydantic/pydantic-ai/tree/main/tests/models/cassettes',
    },
  },
];

export const conditions: readonly Conditions[] = [
  {
    operations: ['chat.completions.create'],
    repeatedIn: ['chat.completion', 'chat.completion.chunk'],
    members: { model: { as: 'version' }, reasoning_effort: effortOf },
    choices: { answer: 'choices', index: 'index', request: 'n' },
    presupposes: [
      {
        answer: ['choices.*.message.audio.id', 'choices.*.delta.audio.id'],
        is: /./,
        request: ['modalities.*'],
        has: /^audio$/,
        source: { title: 'OpenAI: audio', url: 'https://platform.openai.com/docs/guides/audio' },
      },
      ...callsOfTools,
    ],
    rejects,
    source: {
      title: 'OpenAI API reference: create a chat completion',
      url: 'https://platform.openai.com/docs/api-reference/chat/create',
    },
  },
];

/** What answers keep to. */
export const answerRules: readonly AnswerRule[] = [
  ...answerRulesOfOpenAi,
  stopIsKept({ evidence: documentedByOpenAi('create a chat completion, stop', 'api-reference/chat/create') }),
  limitIsSaid({ evidence: documentedByOpenAi('create a chat completion, finish_reason', 'api-reference/chat/object') }),
];
