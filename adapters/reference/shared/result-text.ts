import type { FunctionResultContent } from '../../../spec/contract/index.ts';

/**
 * What a function gave, for APIs that take text and have no flag for a failure: that is told in words, `Error: <message>`. A
 * string goes as it is, anything else as JSON; where the function gave nothing, `null`.
 */
export function resultText({ error, result }: FunctionResultContent): string {
  if (error !== undefined) return `Error: ${error === '' ? 'The function failed without a message.' : error}`;
  return typeof result === 'string' ? result : JSON.stringify(result ?? null);
}
