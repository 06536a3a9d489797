import Type, { type Static } from 'typebox';
import { base64Comment } from '../format/har.ts';
import { fromBase64, fromHex } from './body.ts';
import { dataFormat, holds, isObject } from './data-format.ts';
import { type ForeignExchange, type ForeignHeaders, ForeignProblem, lossMessages } from './foreign-recording.ts';
import { headerIn } from './headers.ts';

/**
 * HAR 1.2 as browsers, proxies and Polly.js write it. Source: softwareishard.com/blog/har-12-spec; Polly.js, packages/persister/src/har and
 * packages/adapter-node-http.
 */

const Pairs = Type.Array(Type.Object({ name: Type.String(), value: Type.String() }));

const maybe = <T extends Type.TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));

const Body = {
  mimeType: maybe(Type.String()),
  text: maybe(Type.String()),
  encoding: maybe(Type.String()),
};

const Entry = Type.Object({
  startedDateTime: maybe(Type.String()),
  comment: maybe(Type.String()),
  request: Type.Object({
    method: Type.String(),
    url: Type.String(),
    headers: Pairs,
    postData: maybe(
      Type.Object({
        ...Body,
        comment: maybe(Type.String()),
        params: maybe(Type.Array(Type.Object({ name: Type.String(), value: maybe(Type.String()) }))),
      }),
    ),
  }),
  response: Type.Object({
    status: Type.Integer(),
    headers: Pairs,
    content: Type.Object({
      ...Body,
      size: maybe(Type.Number()),
      _isBinary: maybe(Type.Boolean()),
      _file: maybe(Type.String()),
    }),
  }),
});

const Har = Type.Object({
  log: Type.Object({
    creator: maybe(Type.Object({ name: maybe(Type.String()) })),
    entries: Type.Array(Entry),
  }),
});
type Har = Static<typeof Har>;
type Entry = Static<typeof Entry>;

const isHar = (value: unknown): boolean => isObject(value) && holds(value.log, 'entries', 'list');

const isPolly = ({ log }: Har): boolean => log.creator?.name === 'Polly.JS';

const about = {
  schema: Har,
  items: (har: Har) => har.log.entries,
  exchange: (entry: Entry, har: Har) => exchangeOf(entry, isPolly(har)),
};

export const polly = dataFormat({
  ...about,
  id: 'polly',
  title: 'Polly.js HAR',
  has: (value) => isHar(value) && isPolly(value as Har),
});

export const har = dataFormat({ ...about, id: 'har', title: 'HAR 1.2', has: isHar });

/** Nothing where no answer came: browsers then give the status 0. */
function exchangeOf(entry: Entry, byPolly: boolean): ForeignExchange | undefined {
  const { request, response, startedDateTime, comment } = entry;
  if (response.status === 0) return undefined;
  const sent = sentOf(request);
  const answered = answeredOf(response, byPolly);
  return {
    request: {
      method: request.method,
      url: request.url,
      headers: typed(request.headers, sent.body && request.postData?.mimeType),
      ...(sent.body ? { body: sent.body } : {}),
    },
    response: {
      status: response.status,
      headers: typed(response.headers, response.content.mimeType),
      body: answered.body,
    },
    losses: [...sent.losses, ...answered.losses],
    ...(startedDateTime ? { recordedAt: startedDateTime } : {}),
    ...(comment ? { comment } : {}),
  };
}

interface Read<B> {
  readonly body: B;
  readonly losses: readonly string[];
}

function sentOf({ postData }: Entry['request']): Read<Buffer | undefined> {
  const { text, encoding, params, comment } = postData ?? {};
  if (text) {
    const isBase64 = encoding === 'base64' || comment === base64Comment;
    return { body: isBase64 ? fromBase64(text, 'its request') : Buffer.from(text, 'utf8'), losses: [] };
  }
  if (!params || params.length === 0) return { body: undefined, losses: [] };
  const form = new URLSearchParams(params.map(({ name, value }) => [name, value ?? '']));
  return { body: Buffer.from(form.toString(), 'utf8'), losses: [lossMessages.form] };
}

function answeredOf({ status, headers, content }: Entry['response'], byPolly: boolean): Read<Buffer> {
  const { text, encoding, size, _isBinary: isHex, _file: file } = content;
  if (typeof file === 'string')
    throw new ForeignProblem(`its answer is in the file ${JSON.stringify(file)}, which is not beside it`);
  if (text === undefined || text === null) {
    const isExpected = status === 204 || status === 304 || size === 0 || (byPolly && !size);
    return { body: Buffer.alloc(0), losses: isExpected ? [] : [lossMessages.responseBody] };
  }
  const chunks = byPolly && headerIn(pairs(headers), 'content-encoding') ? chunksIn(text) : undefined;
  if (chunks) {
    const decode = encoding === 'base64' ? fromBase64 : fromHex;
    return { body: Buffer.concat(chunks.map((chunk) => decode(chunk, 'its answer'))), losses: [] };
  }
  if (encoding === 'base64') return { body: fromBase64(text, 'its answer'), losses: [] };
  if (isHex) return { body: fromHex(text, 'its answer'), losses: [] };
  if (encoding)
    throw new ForeignProblem(
      `its answer is in the encoding ${JSON.stringify(encoding)}, of which HAR knows none but base64`,
    );
  return { body: Buffer.from(text, 'utf8'), losses: [] };
}

/** The pieces of a compressed answer: Polly.js keeps each for itself, as a JSON list in the text. */
function chunksIn(text: string): readonly string[] | undefined {
  if (!text.startsWith('[')) return undefined;
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every((chunk) => typeof chunk === 'string') ? list : undefined;
  } catch {
    return undefined;
  }
}

const pairs = (headers: Static<typeof Pairs>): ForeignHeaders => headers.map(({ name, value }) => [name, value]);

/** With the type of the body, where no header says it. Pseudo-headers of HTTP/2 are no headers. */
function typed(headers: Static<typeof Pairs>, mimeType: string | null | undefined): ForeignHeaders {
  const own = pairs(headers).filter(([name]) => !name.startsWith(':'));
  if (!mimeType || mimeType === 'x-unknown' || headerIn(own, 'content-type') !== undefined) return own;
  return [...own, ['content-type', mimeType]];
}

/**
 * A HAR with the bodies that Playwright keeps in files beside it (`content: "attach"`). One that is not there stays named.
 *
 * @param read the bytes of a file beside it, or nothing
 */
export function withAttached(value: unknown, read: (name: string) => Buffer | undefined): unknown {
  if (!isHar(value)) return value;
  const { log } = value as { readonly log: { readonly entries: readonly unknown[] } };
  const entries = log.entries.map((entry) => {
    const response = isObject(entry) && isObject(entry.response) ? entry.response : {};
    const content = isObject(response.content) ? response.content : {};
    const { _file: file, ...rest } = content;
    const bytes = typeof file === 'string' && /^[\w.-]+$/.test(file) ? read(file) : undefined;
    if (!bytes) return entry;
    const whole = { ...rest, text: bytes.toString('base64'), encoding: 'base64' };
    return { ...(entry as object), response: { ...response, content: whole } };
  });
  return { ...(value as object), log: { ...log, entries } };
}
