/** What `generateContent` answers to what. */
import type { Conditions, Presupposition } from '../../wire/conditions.ts';

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
