import type { Content } from '../contract/index.ts';

/**
 * What a content says in words of the model: a text; or why it does not answer, which an adapter tells as an error with the code
 * `refusal`, or as the text that it is.
 */
export function modelTextOf(content: Content): string {
  if (content.type === 'text') return content.text;
  return content.type === 'error' && content.errorCode === 'refusal' ? content.message : '';
}
