import type { JsonObject } from '../../files/canonical-json.ts';
import { WireError } from '../../spec/contract/index.ts';
import { type BrokenAdapter, withDefects } from './break.ts';
import { annotated, inReadStream, inStreamedItems, isObject } from './responses-items.ts';

const over = 'openai-responses';
const azure = 'azure-foundry-v2';

/** Defects in how streams of the Responses API are read. */
export const brokenInResponsesStreamed: readonly BrokenAdapter[] = [
  {
    id: 'streams-the-first-citation-alone',
    modelledOn: ['B085'],
    caughtBy: 'citations-equal-wire',
    over,
    defect: 'Of the citations of a streamed text only the first is told.',
    shows: ['cited-answer/stream'],
    onTheWire: withAnnotations((annotations) => annotations.slice(0, 1)),
  },
  {
    id: 'collects-no-citations',
    modelledOn: ['B086', 'B152'],
    caughtBy: 'citations-equal-wire',
    over: azure,
    defect: 'What is collected from a stream has no citations, though the stream had them.',
    shows: ['cited-answer/stream', 'file-search-cited/stream'],
    onTheWire: withAnnotations(() => []),
  },
  {
    id: 'leaves-searches-open',
    modelledOn: ['B089'],
    caughtBy: 'hosted-tools-equal-wire',
    over,
    defect: 'In a stream a search is told when it begins, and never that it failed or what it found.',
    shows: ['search-fails/stream'],
    breakIt: withDefects({
      update: (u) => [
        { ...u, contents: u.contents.filter((c) => c.type !== 'hosted-tool-result' || c.tool !== 'web-search') },
      ],
    }),
  },
  {
    id: 'hides-a-failure-behind-its-beginning',
    modelledOn: ['B103'],
    caughtBy: 'errors-equal-wire',
    over: azure,
    defect: 'A stream that begins well and fails is told as an answer without words.',
    shows: ['whole-response-fails/stream'],
    onTheWire: inReadStream((event) =>
      event.type === 'response.failed' && isObject(event.response)
        ? [{ ...event, type: 'response.completed', response: { ...event.response, status: 'completed', error: null } }]
        : [event],
    ),
  },
  {
    id: 'streams-previews-alone',
    modelledOn: ['B107'],
    caughtBy: 'files-equal-wire',
    over,
    defect: 'The image itself is thought to have been streamed already, and never told.',
    shows: ['image-made/stream'],
    onTheWire: inStreamedItems((item) => [item.type === 'image_generation_call' ? { ...item, result: null } : item]),
  },
  {
    id: 'knows-every-event-or-none',
    modelledOn: ['B113'],
    caughtBy: 'errors-equal-wire',
    over,
    defect: 'An event that is not among those known ends the whole stream.',
    shows: ['image-made/stream', 'computes-and-explains/stream'],
    breakIt: withDefects({
      update: (u) => {
        const { type } = (u.rawRepresentation ?? {}) as { type?: string };
        if (type === undefined || knownEvents.test(type)) return [u];
        throw new WireError(`"${type}" is no event of a stream.`);
      },
    }),
  },
  {
    id: 'tells-a-stream-at-its-end',
    caughtBy: 'words-arrive-in-pieces',
    over,
    defect: 'Pieces of a text are passed over, and all of it is told when its item is whole.',
    shows: ['single-call/stream', 'words-in-many-places/stream'],
    onTheWire: inReadStream((event) => (event.type === 'response.output_text.delta' ? [] : [event])),
  },
  {
    id: 'joins-parts-and-forgets-where-they-began',
    caughtBy: 'stream-equals-complete',
    over,
    defect: 'Citations in a second part of a streamed text are placed as if it were the first.',
    shows: ['words-in-many-places/stream'],
    onTheWire: inStreamedItems((item) => [joined(item)]),
  },
  {
    id: 'takes-an-error-for-progress',
    caughtBy: 'errors-equal-wire',
    over,
    defect: 'An event that says an error is passed over like any progress, and the stream ends well.',
    shows: ['error-within-a-stream/stream'],
    onTheWire: inReadStream((event) =>
      event.type === 'error'
        ? [{ type: 'response.completed', response: { id: 'resp_1', status: 'completed', output: [] } }]
        : [event],
    ),
  },
];

const knownEvents =
  /^response\.(created|in_progress|completed|output_item|content_part|output_text|function_call_arguments)/;

/** A message whose parts are one, with the citations of all where they stood in their own. */
function joined(item: JsonObject): JsonObject {
  if (item.type !== 'message' || !Array.isArray(item.content)) return item;
  const parts = item.content.filter(isObject);
  const text = parts.map((part) => part.text).join('');
  const annotations = parts.flatMap((part) => (Array.isArray(part.annotations) ? part.annotations : []));
  return { ...item, content: [{ ...parts[0], text, annotations }] };
}

/** A defect in the citations of streamed items, which come one by one and once more with their item. */
function withAnnotations(change: (annotations: readonly JsonObject[]) => readonly JsonObject[]) {
  return inReadStream((event) => {
    if (event.type === 'response.output_text.annotation.added') {
      return event.annotation_index === 0 && change([event]).length > 0 ? [event] : [];
    }
    if (isObject(event.item)) return [{ ...event, item: annotated(event.item, change) }];
    const { response } = event;
    if (!isObject(response) || !Array.isArray(response.output)) return [event];
    const output = response.output.filter(isObject).map((item) => annotated(item, change));
    return [{ ...event, response: { ...response, output } }];
  });
}
