/** What a tool of OpenAI gave, read by members, because every tool has types of its own. */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import type { Output } from '../shared/contents.ts';
import { defined } from '../shared/defined.ts';
import { text } from '../shared/json.ts';

/** @param pictureType the media type of a picture, of which the library says nothing; absent where the tool makes none */
export function outputsOf(given: Json, pictureType?: string): Output[] {
  if (!isJsonObject(given)) return outputs(given);
  const { error, result, output, outputs: several, results, sources } = given;
  if ((error ?? null) !== null) return [failure(error ?? null)];
  if (typeof result === 'string' && pictureType !== undefined) {
    return [{ type: 'data', data: result, mediaType: pictureType }];
  }
  return [output, several, results, sources, result].flatMap((member) => outputs(member ?? null));
}

function outputs(given: Json): Output[] {
  if (typeof given === 'string') return given === '' ? [] : [{ type: 'text', text: given }];
  if (Array.isArray(given)) return given.flatMap((item: Json) => outputs(item));
  if (!isJsonObject(given)) return [];
  const { url, fileId, filename, text: words, logs, stdout } = given;
  if (typeof url === 'string') return [at(url)];
  const said = [words, logs, stdout].flatMap((member) => outputs(member ?? null));
  if (typeof fileId === 'string') {
    const cited = [defined({ fileId, title: text(filename) })];
    return said.map((each) => (each.type === 'text' ? { ...each, annotations: cited } : each));
  }
  return [...said, ...standardError(given)];
}

/** Bytes where the URL holds them (RFC 2397), else the URL. */
function at(url: string): Output {
  const [head, mediaType] = /^data:([^;,]+)(?:;[^;,]*)*;base64,/i.exec(url) ?? [];
  if (head === undefined || mediaType === undefined) return { type: 'uri', uri: url };
  return { type: 'data', data: url.slice(head.length), mediaType };
}

/** Programs warn there too; only an outcome other than exit code 0 says that they failed. */
function standardError({ stderr, outcome }: JsonObject): Output[] {
  const { type, exitCode = 0 } = isJsonObject(outcome) ? outcome : {};
  if (type !== 'timeout' && exitCode === 0) return outputs(stderr ?? null);
  const code = type === 'timeout' ? 'timeout' : String(exitCode);
  return [{ type: 'error', message: text(stderr) || `The program ended with ${code}.`, errorCode: code }];
}

function failure(error: Json): Output {
  const { code, message, content } = isJsonObject(error) ? error : { message: error };
  const words =
    text(message) ??
    outputs(content ?? null)
      .map((each) => (each.type === 'text' ? each.text : ''))
      .join('');
  return defined({
    type: 'error' as const,
    message: words || 'The tool failed without a message.',
    errorCode: typeof code === 'number' ? String(code) : text(code),
  });
}
