/** Messages of chat completions that are the same whoever offers them. */
import type { JsonObject } from '../../../../files/canonical-json.ts';
import type { Content, FunctionResultContent, ProviderError } from '../../../../spec/contract/index.ts';
import { contentOf } from '../content-of.ts';

/** What one column has words of its own for. */
interface Words {
  readonly part: (content: Content) => JsonObject[];
  readonly result: (content: FunctionResultContent) => JsonObject;
}

/** Parts that stand together are one message; a result between them parts them. */
export function userMessages(contents: readonly Content[], { part, result }: Words): JsonObject[] {
  const messages: JsonObject[] = [];
  let parts: JsonObject[] = [];
  for (const content of contents) {
    if (content.type === 'function-result') {
      messages.push(...userMessage(parts), result(content));
      parts = [];
    } else parts.push(...part(content));
  }
  return [...messages, ...userMessage(parts)];
}

/** None where there is nothing in it. */
function userMessage(parts: readonly JsonObject[]): JsonObject[] {
  const content = contentOf(parts);
  return content === undefined ? [] : [{ role: 'user', content }];
}

/** None where there is nothing in it. */
export function systemMessage(content: string): JsonObject[] {
  return content === '' ? [] : [{ role: 'system', content }];
}

/** @throws {ProviderError} a system message holds anything but texts */
export function systemText(contents: readonly Content[], unsendable: (reason: string) => ProviderError): string {
  const texts = contents.map((content) => {
    if (content.type === 'text') return content.text;
    throw unsendable(`a system message holds "${content.type}"; this adapter sends text alone`);
  });
  return texts.join('');
}
