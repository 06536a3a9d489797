import type { ChatOptions } from '../../spec/contract/index.ts';
import { type BrokenAdapter, inFetched, withDefects } from './break.ts';

const withoutHeaders = (...names: readonly string[]) =>
  inFetched((init) => {
    const headers = new Headers(init.headers);
    for (const name of names) headers.delete(name);
    return { ...init, headers };
  });

/** Puts members over the body of every request; null takes one out. */
const over = (members: NonNullable<ChatOptions['rawRepresentation']>) =>
  withDefects({
    request: (messages, options) => [
      messages,
      { ...options, rawRepresentation: { ...options.rawRepresentation, ...members } },
    ],
  });

/** Defects in what a request must carry besides what the caller said. A recording answers all the same. */
export const brokenInDemands: readonly BrokenAdapter[] = [
  {
    id: 'never-says-who-calls',
    caughtBy: 'requests-complete',
    defect: 'Requests go out without credentials.',
    shows: ['single-call/complete', 'single-call/stream'],
    breakIt: withoutHeaders('authorization', 'x-api-key'),
  },
  {
    id: 'forgets-betas',
    caughtBy: 'requests-complete',
    defect: 'The beta header that a member of the request needs is not sent.',
    shows: ['called-on-trust/complete', 'opened-by-a-token/stream'],
    breakIt: withoutHeaders('anthropic-beta'),
  },
  {
    id: 'forgets-the-version',
    caughtBy: 'requests-complete',
    over: 'openai-assistants',
    defect: 'The header that names the version of the API is not sent.',
    shows: ['single-call/complete', 'single-call/stream'],
    breakIt: withoutHeaders('openai-beta'),
  },
  {
    id: 'asks-for-no-usage',
    caughtBy: 'requests-complete',
    over: 'openai-chat',
    defect: 'A stream is not asked to tell its usage.',
    shows: ['single-call/stream'],
    breakIt: over({ stream_options: null }),
  },
  {
    id: 'asks-for-no-results',
    modelledOn: ['B094'],
    caughtBy: 'requests-complete',
    over: 'openai-responses',
    defect: 'Hosted tools are declared, and what they gave is not asked for.',
    shows: ['computes-and-explains/complete', 'file-search-limits/stream'],
    breakIt: over({ include: null }),
  },
  {
    id: 'asks-for-no-trace',
    caughtBy: 'requests-complete',
    over: 'bedrock-agents',
    defect: 'Tools are declared whose use only a trace tells, and no trace is asked for.',
    shows: ['aws-lambda/complete', 'knowledge-base/stream'],
    breakIt: over({ enableTrace: null }),
  },
  {
    id: 'asks-for-no-thoughts',
    caughtBy: 'requests-complete',
    over: 'google',
    defect: 'The model is told to think, and its thoughts are not asked for.',
    shows: ['signed-calls/complete', 'signed-calls/stream'],
    breakIt: over({ generationConfig: { thinkingConfig: { includeThoughts: null } } }),
  },
];
