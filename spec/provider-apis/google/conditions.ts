/** What `generateContent` answers to what. */
import type { Conditions, Presupposition } from '../../wire/conditions.ts';
import { asObject } from '../../wire/json.ts';
import { textsOf } from '../../wire/requests.ts';
import { type AnswerRule, choiceIsKept, formatIsKept, limitIsSaid, stopIsKept } from '../../wire/rules/answers.ts';
import type { RuleEvidence } from '../../wire/rules/rule.ts';

const reference = {
  title: 'Gemini API reference: generating content',
  url: 'https://ai.google.dev/api/generate-content',
};

const answeredBy = (part: string, ...tools: readonly string[]): Presupposition => ({
  answer: [`candidates.*.${part}`],
  is: /./,
  // What is cached may declare tools.
  request: ['cachedContent', ...tools.map((tool) => `tools.*.${tool}`)],
  has: /./,
  source: reference,
});

export const conditions: readonly Conditions[] = [
  {
    operations: ['models.generateContent'],
    members: {},
    choices: { answer: 'candidates', index: 'index', request: 'generationConfig.candidateCount' },
    presupposes: [
      // A search in files is written as code, too.
      answeredBy('content.parts.*.executableCode', 'codeExecution', 'fileSearch'),
      answeredBy('groundingMetadata.webSearchQueries', 'googleSearch'),
      answeredBy('urlContextMetadata', 'urlContext'),
    ],
    source: reference,
  },
];

const documented = (title: string, page: string): RuleEvidence => ({
  grade: 'documented',
  title: `Gemini API: ${title}`,
  url: `https://ai.google.dev/${page}`,
});
const configuration = documented('GenerationConfig', 'api/generate-content#generationconfig');

/** What answers keep to. */
export const answerRules: readonly AnswerRule[] = [
  ...choiceIsKept({
    evidence: documented('function calling modes', 'gemini-api/docs/function-calling'),
    ownChoice: ({ toolConfig }) => {
      const { mode, allowedFunctionNames: names } = asObject(asObject(toolConfig)?.functionCallingConfig) ?? {};
      return mode === 'ANY' && names ? { must: true, among: textsOf(names) ?? [] } : undefined;
    },
  }),
  formatIsKept({ evidence: documented('structured output', 'gemini-api/docs/structured-output') }),
  stopIsKept({ evidence: configuration }),
  limitIsSaid({ evidence: configuration }),
];
