/** What a tool of the provider gave, where it is plain to see. */
import { isJsonObject, type Json } from '../../../files/canonical-json.ts';
import type { HostedToolResultContent } from '../../../spec/contract/index.ts';
import { text } from './json.ts';

type Output = HostedToolResultContent['outputs'][number];

/** Read by members, because every tool has types of its own. */
export function outputsOf(given: Json | undefined): Output[] {
  if (typeof given === 'string') return given === '' ? [] : [{ type: 'text', text: given }];
  if (Array.isArray(given)) return given.flatMap((item: Json) => outputsOf(item));
  if (!isJsonObject(given)) return [];
  const errorCode = text(given.error_code);
  if (errorCode !== undefined) {
    return [{ type: 'error', message: text(given.error_message) || errorCode || 'The tool failed.', errorCode }];
  }
  if (given.is_error === true) return [failure(outputsOf(given.content ?? null))];
  const exitCode = given.return_code ?? 0;
  if (exitCode !== 0) {
    const message = text(given.stderr) || `The program ended with code ${JSON.stringify(exitCode)}.`;
    return [...outputsOf(given.stdout), { type: 'error', message, errorCode: JSON.stringify(exitCode) }];
  }
  if (Array.isArray(given.urls))
    return given.urls.flatMap((uri) => (text(uri) ? [{ type: 'uri', uri: String(uri) }] : []));
  if (typeof given.url === 'string') return [{ type: 'uri', uri: given.url }];
  if (typeof given.file_id === 'string') return [{ type: 'hosted-file', fileId: given.file_id }];
  return [given.text, given.stdout, given.stderr, given.content].flatMap((member) => outputsOf(member));
}

export function failure(said: readonly Output[]): Output {
  const words = said.flatMap((output) => (output.type === 'text' ? [output.text] : []));
  return { type: 'error', message: words.join('\n') || 'The tool failed without a message.' };
}
