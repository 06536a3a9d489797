/** Members of a request that do not depend on who speaks the API. */
import type { JsonObject } from '../../../../files/canonical-json.ts';
import type { ChatOptions, Warning } from '../../../../spec/contract/index.ts';

/** A request, ready to be sent. */
export interface Request {
  readonly body: JsonObject;
  readonly warnings: Warning[];
}

/** A conversation has an id of its own kind, a chain of responses that of the last one. Source: the API's id prefixes. */
export function resumed(id: string | undefined): JsonObject {
  if (id === undefined) return {};
  return id.startsWith('conv_') ? { conversation: id } : { previous_response_id: id };
}

/** Settings that the API lacks. Break-glass (`rawRepresentation`) can still send them to whoever takes them. */
export function unsupportedSettings(options: ChatOptions): Warning[] {
  const warnings: Warning[] = [];
  const warn = (message: string) => warnings.push({ code: 'unsupported-setting', message });
  if (options.stopSequences && options.stopSequences.length > 0) {
    warn('stopSequences were not sent: OpenAI Responses has none.');
  }
  if (options.reasoning?.budgetTokens !== undefined) {
    warn('reasoning.budgetTokens was not sent: OpenAI Responses takes an effort, no budget.');
  }
  return warnings;
}
