/** How a run ended. Source: `Run` of `openai`, `resources/beta/threads/runs/runs.d.ts`. */
import { isJsonObject, type Json, type JsonObject } from '../../../../files/canonical-json.ts';
import {
  type ChatResponseUpdate,
  ProviderError,
  type UsageDetails,
  WireError,
} from '../../../../spec/contract/index.ts';
import { defined } from '../defined.ts';
import type { Errors } from '../errors.ts';
import { count, text, wording } from '../json.ts';

/** True while there is nothing to do but wait. */
export function isPending({ status }: JsonObject): boolean {
  return status === 'queued' || status === 'in_progress' || status === 'cancelling';
}

/** @throws WireError for what is no run */
export function runOf(body: unknown, { provider }: Errors): JsonObject {
  if (isJsonObject(body) && typeof body.id === 'string' && typeof body.status === 'string') return body;
  throw new WireError(`The answer of ${provider} is not a run with an id and a status.`);
}

/** Run, thread and model. */
export function identity(run: JsonObject): Pick<ChatResponseUpdate, 'responseId' | 'conversationId' | 'modelId'> {
  return defined({ responseId: text(run.id), conversationId: text(run.thread_id), modelId: text(run.model) });
}

/**
 * Why it ended and what it cost; the price is told when all of the run is over.
 *
 * @param refused whether the model said that it will not answer, which completes a run like any answer
 */
export function ending(run: JsonObject, refused: boolean): Pick<ChatResponseUpdate, 'finishReason' | 'usage'> {
  const reason = finishReason(run);
  return defined({
    finishReason: refused && reason === 'stop' ? 'content_filter' : reason,
    usage: usageDetails(run.usage),
  });
}

/** @throws ProviderError for a run that failed, or whose time ran out */
export function demandSuccess(run: JsonObject, { providerError }: Errors): void {
  if (run.status === 'failed') throw providerError(run.last_error);
  if (run.status === 'expired') {
    throw new ProviderError('The run expired: it took too long, or waited too long for results of functions.', {
      code: 'expired',
      retryable: false,
    });
  }
}

/** Words that the contract lacks stay as they are. */
function finishReason({ status, incomplete_details: details }: JsonObject): string | undefined {
  switch (status) {
    case 'completed':
      return 'stop';
    case 'requires_action':
      return 'tool_calls';
    case 'incomplete': {
      const reason = (isJsonObject(details) ? wording(details.reason) : undefined) ?? 'incomplete';
      return reason === 'max_completion_tokens' ? 'length' : reason;
    }
    default:
      return wording(status);
  }
}

function usageDetails(usage: Json | undefined): UsageDetails | undefined {
  if (!isJsonObject(usage)) return undefined;
  const { prompt_token_details: input, completion_tokens_details: output } = usage;
  return defined({
    inputTokens: count(usage.prompt_tokens),
    outputTokens: count(usage.completion_tokens),
    cachedInputTokens: isJsonObject(input) ? count(input.cached_tokens) : undefined,
    reasoningTokens: isJsonObject(output) ? count(output.reasoning_tokens) : undefined,
  });
}
