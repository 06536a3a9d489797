import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Type, { type Static } from 'typebox';
import type { ScalarTag } from 'yaml';
import { maxYamlBytes } from '../../lib/data-file.ts';
import { assertKnown } from '../../lib/did-you-mean.ts';
import { parseJson, parseYamlDocuments } from '../../lib/parse-json-yaml.ts';
import { decodeText, readIfExists, readRegularFile } from '../../lib/read-regular-file.ts';
import { displayPath, UserError } from '../../lib/user-error.ts';
import { transports } from '../format/cassette.ts';
import { numberAsSpelled, parseWithNumbers } from '../format/lossless-json.ts';
import { fromBase64, writtenAgain } from './body.ts';
import {
  type DataFormat,
  dataFormat,
  holds,
  isObject,
  type ParsedFile,
  type ReadExchanges,
  readEach,
} from './data-format.ts';
import { type ForeignExchange, type ForeignHeaders, lossMessages } from './foreign-recording.ts';
import { har, polly, withAttached } from './har.ts';
import { headerIn, headersOfMap } from './headers.ts';
import { httpmock } from './httpmock.ts';
import { nock } from './nock.ts';
import { curl, rawEvents, rawFrames, rawJson, rawLines } from './raw-body.ts';
import { goVcr, rubyVcr, vcrpy } from './vcr.ts';

/**
 * Sessions of the test proxy of the Azure SDKs, and of the OpenAI library for .NET, which records in the same form. Source:
 * Azure/azure-sdk-tools, tools/test-proxy, Common/RecordEntry.cs.
 */

const Headers = Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]));

const Entry = Type.Object({
  RequestUri: Type.String(),
  RequestMethod: Type.String(),
  RequestHeaders: Headers,
  RequestBody: Type.Optional(Type.Unknown()),
  StatusCode: Type.Integer(),
  ResponseHeaders: Headers,
  ResponseBody: Type.Optional(Type.Unknown()),
});
type Entry = Static<typeof Entry>;

const testProxy = dataFormat({
  id: 'test-proxy',
  title: 'Azure test proxy',
  schema: Type.Object({ Entries: Type.Array(Entry) }),
  has: (value) => holds(value, 'Entries', 'list'),
  items: ({ Entries: entries }) => entries,
  exchange: exchangeOf,
});

function exchangeOf(entry: Entry): ForeignExchange {
  const sentHeaders = headersOfMap(entry.RequestHeaders);
  const headers = headersOfMap(entry.ResponseHeaders);
  const sent = bodyOf(entry.RequestBody, sentHeaders, 'its request');
  const answered = bodyOf(entry.ResponseBody, headers, 'its answer');
  return {
    request: {
      method: entry.RequestMethod,
      url: entry.RequestUri,
      headers: sentHeaders,
      ...(sent.bytes.length > 0 ? { body: sent.bytes } : {}),
    },
    response: { status: entry.StatusCode, headers, body: answered.bytes },
    losses: [lossMessages.headerOrder, ...(sent.isParsed || answered.isParsed ? [lossMessages.reserialised] : [])],
  };
}

/** Types whose bodies are kept as text. */
const isText = /^text\/|\bjson\b|\bxml\b|x-www-form-urlencoded/i;

/** JSON is kept parsed, text as a text or a list of its lines, parts of a form likewise with bytes among them, all else as base64. */
function bodyOf(body: unknown, headers: ForeignHeaders, what: string) {
  if (body === undefined || body === null) return { bytes: Buffer.alloc(0), isParsed: false };
  const isLines = Array.isArray(body) && body.every((line) => typeof line === 'string');
  if (isLines) return { bytes: Buffer.concat(body.map((line) => lineOf(line, what))), isParsed: false };
  if (typeof body !== 'string') return { bytes: writtenAgain(body), isParsed: true };
  const type = headerIn(headers, 'content-type') ?? '';
  return { bytes: isText.test(type) ? Buffer.from(body, 'utf8') : fromBase64(body, what), isParsed: false };
}

const lineOf = (line: string, what: string): Buffer =>
  line.startsWith('b64:') ? fromBase64(line.slice(4), what) : Buffer.from(line, 'utf8');

/** The first that recognises a file is the one: Polly.js writes HAR of its own kind. */
const dataFormats: readonly DataFormat[] = [polly, har, vcrpy, goVcr, rubyVcr, nock, testProxy, httpmock];
const rawFormats = [rawJson, rawEvents, rawLines, rawFrames, curl] as const;

/** Everything that can be imported, by id. */
export const formats: readonly { readonly id: string; readonly title: string }[] = [...dataFormats, ...rawFormats];

/** A recording of another program. */
export interface ForeignRecording extends ReadExchanges {
  readonly format: { readonly id: string; readonly title: string };
  /** Its name, without the folders of the machine that it lies on. */
  readonly file: string;
  /** Of its bytes, in hexadecimal. */
  readonly sha256: string;
}

/**
 * Reads a recording.
 *
 * @param formatId what it is, by id; recognised by its content unless told
 * @throws {UserError} it is missing, no plain file, too large, of no format that is known, or holds what cannot be.
 */
export function readForeign(path: string, formatId?: string): ForeignRecording {
  const beside = (name: string) => readIfExists(join(dirname(path), name), 'body of a recording');
  return parseForeign(readRegularFile(path, 'recording'), path, formatId, beside);
}

/** Most bytes that a compressed recording may have. */
const mostUnpacked = 64 * 2 ** 20;

/** A recording may be compressed as a whole. @throws {UserError} it is damaged, or too large. */
function unpacked(bytes: Buffer, path: string): Buffer {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: mostUnpacked });
  } catch (error) {
    const message = `this recording cannot be unpacked (${(error as NodeJS.ErrnoException).code ?? (error as Error).message})`;
    throw new UserError(message, { where: displayPath(path), hint: 'unpack it yourself: gzip -d' });
  }
}

/**
 * The pure half of {@link readForeign}; `path` is only for the messages and the name.
 *
 * @param beside the bytes of a file in the same folder, or nothing
 */
export function parseForeign(
  packed: Buffer,
  path: string,
  formatId?: string,
  beside: (name: string) => Buffer | undefined = () => undefined,
): ForeignRecording {
  const bytes = unpacked(packed, path);
  if (formatId !== undefined) {
    assertKnown(
      'format',
      formatId,
      formats.map(({ id }) => id),
    );
  }
  const { id, title, exchanges, leftOut } = readAs(bytes, path, formatId, beside);
  return { format: { id, title }, file: basename(path), sha256: hash('sha256', bytes), exchanges, leftOut };
}

type Read = ReadExchanges & ForeignRecording['format'];

function readAs(
  bytes: Buffer,
  path: string,
  formatId: string | undefined,
  beside: (name: string) => Buffer | undefined,
): Read {
  const raw = rawFormats.find(({ id }) => id === formatId);
  if (raw) return readRaw(raw, bytes, path);
  if (formatId === undefined && rawFrames.recognises(bytes)) return readRaw(rawFrames, bytes, path);
  const text = decodeText(bytes, path, 'recording');
  const asked = dataFormats.find(({ id }) => id === formatId);
  const told = asked ? undefined : [rawEvents, curl, rawLines].find((each) => each.recognises(text));
  if (told) return readRaw(told, bytes, path);
  const read = parsed(text, path);
  const file = { ...read, documents: read.documents.map((document) => withAttached(document, beside)) };
  refuseCassette(file);
  const format = asked ?? dataFormats.find((each) => each.recognises(file));
  if (format) return { ...format, ...format.read(file) };
  const [value] = file.documents;
  if (file.syntax === 'json' && rawJson.recognises(value)) return readRaw(rawJson, bytes, path);
  throw new UserError('unknown recording format', {
    where: displayPath(path),
    hint: `save it as HAR, as browsers and mitmproxy do, or set --format; supported: ${formats.map((each) => `${each.id} (${each.title})`).join(', ')}`,
  });
}

/** @throws {UserError} the bytes are not what the format says. */
function readRaw(format: (typeof rawFormats)[number], bytes: Buffer, path: string): Read {
  if (format === rawJson) parseJson(decodeText(bytes, path, 'recording'), path, 'recording');
  const isText = isUtf8(bytes) && (format !== curl || curl.recognises(bytes.toString('latin1')));
  const isOne = format === rawJson || (format === rawFrames ? rawFrames.recognises(bytes) : isText);
  if (!isOne) {
    throw new UserError(`is not ${format.title}`, {
      where: displayPath(path),
      hint: 'leave out --format to detect the format',
    });
  }
  return { ...format, ...readEach({ path }, format.read(bytes), (exchange) => exchange) };
}

/** JSON where the text begins like it, else YAML. */
function parsed(text: string, path: string): ParsedFile {
  if (/^\s*[[{"]/.test(text) || text.trim() === '' || text.trim() === 'null') {
    parseJson(text, path, 'recording');
    return { path, text, syntax: 'json', documents: [parseWithNumbers(text)] };
  }
  if (text.length > maxYamlBytes) {
    const length = (text.length / 2 ** 20).toLocaleString('en', { maximumFractionDigits: 1 });
    throw new UserError(`this recording has ${length} MiB; the limit for YAML is ${maxYamlBytes / 2 ** 20} MiB`, {
      where: displayPath(path),
      hint: 'remove the exchanges that you do not import',
    });
  }
  const documents = parseYamlDocuments(text, path, 'recording', recorderTags);
  return { path, text, syntax: 'yaml', documents };
}

/** @throws {UserError} it is a cassette of this project. */
function refuseCassette({ documents: [value], path }: ParsedFile): void {
  if (!isObject(value)) return;
  const { log, provenance } = value;
  if (isObject(log) && log._provenance !== undefined) {
    throw new UserError('is a cassette of an earlier version', {
      where: displayPath(path),
      hint: 'export it with the version that wrote it, and import the export: npm run atc -- record export --help',
    });
  }
  if (!isObject(provenance) || !transports.some((transport) => isObject(value[transport]))) return;
  throw new UserError('is a cassette already', {
    where: displayPath(path),
    hint: 'copy it to recordings/cassettes, or export it first: npm run atc -- record export --help',
  });
}

/**
 * What a plain scalar means in the YAML of recorders, which mostly is YAML 1.1. Only what their writers give for a value that is no text
 * is read as one: an id such as `12e45` stands there without quotes, and is none of the numbers of YAML 1.2.
 */
const plain = (tag: string, test: RegExp, resolve: (text: string) => unknown): ScalarTag => ({
  tag: `tag:yaml.org,2002:${tag}`,
  default: true,
  test,
  resolve,
});

const binary = (tag: string): ScalarTag => ({
  tag,
  resolve: (text, onError) => {
    const compact = text.replaceAll(/\s/g, '');
    if (/[^A-Za-z0-9+/=]/.test(compact)) onError('what is said to be binary is not base64');
    return Buffer.from(compact, 'base64');
  },
});

const recorderTags: readonly ScalarTag[] = [
  plain('null', /^(?:~|null|)$/, () => null),
  plain('bool', /^(?:true|false)$/, (text) => text === 'true'),
  plain('int', /^[-+]?(?:0|[1-9]\d*)$/, numberAsSpelled),
  plain('float', /^[-+]?\d+\.\d*(?:[eE][-+]\d+)?$/, numberAsSpelled),
  binary('tag:yaml.org,2002:binary'),
  // Ruby's own word for it.
  binary('!binary'),
];
