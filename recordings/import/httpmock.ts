import Type, { type Static } from 'typebox';
import { assertSchema } from '../../lib/data-file.ts';
import { fromBase64 } from './body.ts';
import { type DataFormat, isObject, placeIn, readEach } from './data-format.ts';
import { type ForeignExchange, type ForeignHeaders, lossMessages } from './foreign-recording.ts';

/** What httpmock for Rust records: a document per exchange. Source: alexliesenfeld/httpmock, src/common/data.rs, StaticMockDefinition. */

const Pairs = Type.Optional(Type.Array(Type.Object({ name: Type.String(), value: Type.String() })));

const Mock = Type.Object({
  when: Type.Object({
    method: Type.String(),
    path: Type.String(),
    scheme: Type.Optional(Type.String()),
    host: Type.Optional(Type.String()),
    port: Type.Optional(Type.Integer()),
    query_param: Pairs,
    header: Pairs,
    body: Type.Optional(Type.String()),
    body_base64: Type.Optional(Type.String()),
  }),
  // biome-ignore lint/suspicious/noThenProperty: the member's name in the file
  then: Type.Object({
    status: Type.Optional(Type.Integer()),
    header: Pairs,
    body: Type.Optional(Type.String()),
    body_base64: Type.Optional(Type.String()),
  }),
});
type Mock = Static<typeof Mock>;

export const httpmock: DataFormat = {
  id: 'httpmock',
  title: 'httpmock',
  recognises: ({ documents }) =>
    documents.every((value) => isObject(value) && isObject(value.when) && isObject(value.then)),
  read: (file) => {
    const [first] = file.documents;
    const mocks =
      file.documents.length === 1
        ? [assertSchema(first, Mock, 'recording (httpmock)', placeIn(file))]
        : assertSchema(file.documents, Type.Array(Mock), 'recording (httpmock)', placeIn(file));
    return readEach(file, mocks, exchangeOf);
  },
};

function exchangeOf({ when, then: answer }: Mock): ForeignExchange {
  const body = bodyOf(when, 'its request');
  return {
    request: {
      method: when.method,
      url: urlOf(when),
      headers: pairsOf(when.header),
      ...(body.length > 0 ? { body } : {}),
    },
    response: {
      ...(answer.status === undefined ? {} : { status: answer.status }),
      headers: pairsOf(answer.header),
      body: bodyOf(answer, 'its answer'),
    },
    losses: [
      ...(answer.status === undefined ? [lossMessages.status] : []),
      'only the headers that were chosen when it was recorded are kept',
    ],
  };
}

function urlOf({ scheme = 'https', host, port, path, query_param: query = [] }: Mock['when']): string {
  const origin = host === undefined ? '' : `${scheme}://${host}${port === undefined ? '' : `:${port}`}`;
  const search = new URLSearchParams(query.map(({ name, value }) => [name, value])).toString();
  return `${origin}${path}${search === '' ? '' : `?${search}`}`;
}

const pairsOf = (pairs: Static<typeof Pairs> = []): ForeignHeaders => pairs.map(({ name, value }) => [name, value]);

const bodyOf = ({ body = '', body_base64: base64 }: Mock['then'] | Mock['when'], what: string): Buffer =>
  base64 === undefined ? Buffer.from(body, 'utf8') : fromBase64(base64, what);
