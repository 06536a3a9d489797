/** What a hosted tool gave, where it is plain to see. The rest stays in the item's `rawRepresentation`. */
import { isJsonObject, type Json, type JsonObject } from '../../../../files/canonical-json.ts';
import type { HostedToolResultContent } from '../../../../spec/contract/index.ts';
import { defined } from '../defined.ts';
import { list, text, wording } from '../json.ts';

type Output = HostedToolResultContent['outputs'][number];

/** The members that tools have for what came of them. */
export const resultMembers: readonly string[] = ['error', 'output', 'outputs', 'result', 'results', 'tools'];

/** Whether an item says what came of its call: something given, if only an empty list; pages found; or that it failed. */
export function gaveSomething(item: JsonObject): boolean {
  return (
    item.status === 'failed' ||
    sourcesOf(item) !== undefined ||
    resultMembers.some((member) => (item[member] ?? null) !== null)
  );
}

/** Pages that a web search found; they stand beside what it was asked. */
function sourcesOf({ action }: JsonObject): readonly Json[] | undefined {
  return isJsonObject(action) ? list(action.sources) : undefined;
}

/** Read by members and not by types, so that tools not known here say something too. */
export function outputsOf(item: JsonObject): Output[] {
  const { error, output, outputs, result, results } = item;
  if ((error ?? null) !== null || item.status === 'failed') return [failure(error, [output, outputs, results, result])];
  return [
    ...(sourcesOf(item) ?? []).flatMap(given),
    ...[output, outputs, results].flatMap(given),
    ...(item.type === 'image_generation_call' ? image(item) : given(result)),
  ];
}

/** An object `{ code, message }` or `{ content }`, or text; where there is none, what the tool had said until then. */
function failure(error: Json | undefined, said: readonly (Json | undefined)[]): Output {
  const { code, message, content } = isJsonObject(error) ? error : {};
  const words = [content, ...said].flatMap(given).flatMap((output) => (output.type === 'text' ? [output.text] : []));
  return defined({
    type: 'error' as const,
    message: wording(error) ?? wording(message) ?? wording(words.join('\n')) ?? 'The tool failed without a message.',
    errorCode: typeof code === 'number' ? String(code) : text(code),
  });
}

/** `{ text }`, `{ logs }`, `{ stdout, stderr, outcome }`, `{ url }`, `{ image_url }`, `{ file_id }`, text, or a list of them. */
function given(value: Json | undefined): Output[] {
  if (typeof value === 'string') return textOutput(value);
  const items = list(value);
  if (items) return items.flatMap(given);
  if (!isJsonObject(value)) return [];
  const url = text(value.url) ?? text(value.image_url);
  if (url !== undefined) return [at(url)];
  const words = [...textOutput(value.text), ...textOutput(value.logs), ...textOutput(value.stdout)];
  const fileId = text(value.file_id);
  if (fileId !== undefined) return [...cited(words, fileId, text(value.filename))];
  return [...words, ...standardError(value)];
}

/** Bytes where the URL holds them (RFC 2397), else the URL. */
function at(url: string): Output {
  const [head, mediaType] = /^data:([^;,]+)(?:;[^;,]*)*;base64,/i.exec(url) ?? [];
  if (head === undefined || mediaType === undefined) return { type: 'uri', uri: url };
  return { type: 'data', data: url.slice(head.length), mediaType };
}

/** What was found in a file says which; a file without words stands for itself. */
function cited(words: readonly Output[], fileId: string, name: string | undefined): Output[] {
  if (words.length === 0) return [defined({ type: 'hosted-file' as const, fileId, name })];
  return words.map((output) =>
    output.type === 'text' ? { ...output, annotations: [defined({ fileId, title: name })] } : output,
  );
}

function textOutput(value: Json | undefined): Output[] {
  return typeof value === 'string' && value !== '' ? [{ type: 'text', text: value }] : [];
}

/** Programs warn on `stderr` too; only an outcome other than exit code 0 says that they failed. */
function standardError({ stderr, outcome }: JsonObject): Output[] {
  const { type, exit_code: code } = isJsonObject(outcome) ? outcome : {};
  if (type !== 'timeout' && (typeof code !== 'number' || code === 0)) return textOutput(stderr);
  const errorCode = type === 'timeout' ? 'timeout' : String(code);
  const words =
    text(stderr) || (type === 'timeout' ? 'The program ran out of time.' : `The program ended with code ${code}.`);
  return [{ type: 'error', message: words, errorCode }];
}

/** Base64 without a data URL around it; the item says the format. */
function image({ result, output_format: format }: JsonObject): Output[] {
  if (typeof result !== 'string' || result === '') return [];
  const subtype = text(format) ?? 'png';
  return [{ type: 'data', data: result, mediaType: `image/${subtype === 'svg' ? 'svg+xml' : subtype}` }];
}
