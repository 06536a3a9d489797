/** What the provider's own answer tells, as the SDK has it, and a completion does not. Pure. */
import type { Untold } from './column.ts';
import { member } from './errors.ts';
import { isCount, isSaid } from './response.ts';

/** Names of an answer and of the model that gave it. */
export function named(original: unknown): Untold {
  const [id, model] = [member(original, 'id'), member(original, 'model')];
  return { ...(isSaid(id) ? { responseId: id } : {}), ...(isSaid(model) ? { modelId: model } : {}) };
}

/** @param details of the tokens of an output */
export function reasoned(details: unknown): Untold {
  const tokens = member(details, 'reasoning_tokens');
  return isCount(tokens) ? { reasoningTokens: tokens } : {};
}
