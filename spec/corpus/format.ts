/**
 * A file of a corpus of recorded traffic: HTTP exchanges of one conversation, brought into one form whatever recorder they
 * come from. Members that only describe the source may grow; those that are read here may not change.
 */
import Type from 'typebox';
import { json } from '../contract/schema-helpers.ts';

const headers = Type.Record(Type.String(), Type.String());
const body = {
  json: Type.Optional(json('The body, where it is JSON.')),
  text: Type.Optional(Type.String()),
  base64: Type.Optional(Type.String({ contentEncoding: 'base64' })),
};

const CorpusRequest = Type.Object({
  method: Type.String(),
  url: Type.String({ description: 'Whole, or the path alone where the source keeps no host.' }),
  headers: Type.Optional(headers),
  ...body,
});

const CorpusEvent = Type.Object({
  event: Type.Union([Type.String(), Type.Null()], { description: 'Null where the source keeps no name.' }),
  data: json('Parsed where it is JSON; otherwise the text, or null.'),
});

const CorpusFrame = Type.Object({ headers, ...body });

const CorpusResponse = Type.Object({
  status: Type.Union([Type.Integer(), Type.Null()], { description: 'Null where the source keeps only the body: 200.' }),
  headers: Type.Optional(headers),
  ...body,
  events: Type.Optional(Type.Array(CorpusEvent)),
  sse_text: Type.Optional(Type.String({ description: 'The raw stream, where the events alone do not give it back.' })),
  events_from: Type.Optional(
    Type.String({ description: 'The source holds only the payloads of the events, in this form; names are lost.' }),
  ),
  frames: Type.Optional(Type.Array(CorpusFrame, { description: 'AWS event-stream messages; all headers are text.' })),
});

const CorpusExchange = Type.Object({
  request: Type.Union([CorpusRequest, Type.Null()], { description: 'Null where the source keeps only the response.' }),
  response: CorpusResponse,
  stream: Type.Boolean(),
});

export const CorpusFile = Type.Object(
  {
    id: Type.String(),
    provider_api: Type.String(),
    source: Type.Optional(
      Type.Object({ repo: Type.String(), commit: Type.String(), path: Type.String(), real: Type.String() }),
    ),
    captured: Type.Optional(Type.Union([Type.String(), Type.Null()], { description: 'Month of recording.' })),
    tools_declared: Type.Array(Type.String()),
    tools_called: Type.Array(Type.String()),
    exchanges: Type.Array(CorpusExchange, { minItems: 1 }),
  },
  { $id: 'corpus-file' },
);

export type CorpusFile = Type.Static<typeof CorpusFile>;
export type CorpusExchange = Type.Static<typeof CorpusExchange>;
export type CorpusResponse = Type.Static<typeof CorpusResponse>;
