import { credentialsIn, header } from '../demands.ts';
import type { WireReader } from '../reader.ts';
import { readResponses } from '../runs/answers.ts';
import { callsOf } from '../runs/calls.ts';
import { demandsOfRuns } from '../runs/demands.ts';
import { madeIn } from '../runs/made.ts';
import { requestsIn } from '../runs/requests.ts';
import { retold } from './retold.ts';
import { rules } from './rules.ts';
import { toolOf } from './tools.ts';

const readRequests = requestsIn({ toolOf });

/** Reads the OpenAI Assistants API. A function that failed says so in its output's text: the wire has no flag for it. */
export const openAiAssistantsReader: WireReader = {
  providerApi: 'openai-assistants',
  toolErrors: 'text',
  demands: [credentialsIn('authorization'), header('openai-beta'), ...demandsOfRuns],
  rules,
  lacks: ['stopSequences', 'store', 'reasoning.budgetTokens'],
  readResponses,
  readRequests,
  made: madeIn,
  callsOf,
  retold: (call, earlier) => retold(call, readRequests(call, earlier)[0]),
};
