import type { FunctionResultContent } from '../../../spec/contract/index.ts';

/**
 * What a function gave, as text, for APIs that take text alone and have no flag for a failure, which is told in words: `Error:
 * <message>`. A string goes as it is, anything else as JSON; where the function gave nothing, `null`, because something must go.
 */
export function resultText({ error, result }: FunctionResultContent): string {
  if (error !== undefined) return `Error: ${error === '' ? 'The function failed without a message.' : error}`;
  return typeof result === 'string' ? result : JSON.stringify(result ?? null);
}
