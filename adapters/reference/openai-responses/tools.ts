/** What OpenAI itself takes of the contract's tools. */
import type { Tool } from '../../../spec/contract/index.ts';
import { type Declaration, declarationIn } from '../shared/responses/tools.ts';

/** See {@link declarationIn}. */
export const declaration = (tools: readonly Tool[], adapterId: string, model: string): Declaration =>
  declarationIn({ providerApi: 'openai-responses' }, tools, adapterId, model);
