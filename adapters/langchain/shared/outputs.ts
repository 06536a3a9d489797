/** What a tool of the provider gave, where it is plain to see. */
import { isJsonObject, type Json } from '../../../files/canonical-json.ts';
import type { HostedToolResultContent } from '../../../spec/contract/index.ts';
import { defined } from './defined.ts';
import { asObject, text } from './json.ts';

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
  const { type: end, exit_code: ended } = asObject(given.outcome);
  if (end === 'timeout') return [...outputsOf(given.stdout), failure([...outputsOf(given.stderr), timedOut])];
  const exitCode = given.return_code ?? ended ?? 0;
  if (exitCode !== 0) {
    const message = text(given.stderr) || `The program ended with code ${JSON.stringify(exitCode)}.`;
    return [...outputsOf(given.stdout), { type: 'error', message, errorCode: JSON.stringify(exitCode) }];
  }
  if (Array.isArray(given.urls))
    return given.urls.flatMap((uri) => (text(uri) ? [{ type: 'uri', uri: String(uri) }] : []));
  if (typeof given.logs === 'string') return outputsOf(given.logs);
  if (typeof given.url === 'string') return [{ type: 'uri', uri: given.url }];
  if (typeof given.file_id === 'string') {
    const source = { fileId: given.file_id, name: text(given.filename) };
    return typeof given.text === 'string' && given.text !== '' ? [citedFrom(given.text, source)] : [fileOf(source)];
  }
  return [given.text, given.stdout, given.stderr, given.content].flatMap((member) => outputsOf(member));
}

interface Source {
  readonly fileId: string;
  readonly name: string | undefined;
}

const fileOf = ({ fileId, name }: Source): Output => defined({ type: 'hosted-file' as const, fileId, name });

/** What was found in a file says which. */
const citedFrom = (words: string, { fileId, name }: Source): Output => ({
  type: 'text',
  text: words,
  annotations: [defined({ fileId, title: name })],
});

const timedOut: Output = { type: 'text', text: 'The command took too long.' };

export function failure(said: readonly Output[]): Output {
  const words = said.flatMap((output) => (output.type === 'text' ? [output.text] : []));
  return { type: 'error', message: words.join('\n') || 'The tool failed without a message.' };
}
