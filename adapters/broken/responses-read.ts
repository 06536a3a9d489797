import type { JsonObject } from '../../files/canonical-json.ts';
import { WireError } from '../../spec/contract/index.ts';
import { type BrokenAdapter, inReturnedContents, inSentContents, withDefects } from './break.ts';
import { inReadItems, inReadStream, inStreamedItems, isObject, together, without } from './responses-items.ts';

const over = 'openai-responses';
const azure = 'azure-foundry-v2';

/** Defects in how answers of the Responses API are read. */
export const brokenInResponsesRead: readonly BrokenAdapter[] = [
  {
    id: 'looks-for-arguments-where-chat-has-them',
    modelledOn: ['B082'],
    caughtBy: 'calls-equal-wire',
    over,
    defect: 'Arguments are read from a nested "function", as chat has it, and are empty.',
    shows: ['single-call/complete', 'parallel-calls/stream'],
    onTheWire: inReadItems((item) => [item.type === 'function_call' ? { ...item, arguments: '{}' } : item]),
  },
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
    modelledOn: ['B086'],
    caughtBy: 'citations-equal-wire',
    over: azure,
    defect: 'What is collected from a stream has no citations, though the stream had them.',
    shows: ['cited-answer/stream', 'file-search-cited/stream'],
    onTheWire: withAnnotations(() => []),
  },
  {
    id: 'loses-files-in-containers',
    modelledOn: ['B092'],
    caughtBy: 'citations-equal-wire',
    over,
    defect: 'Citations of files in a container are of no known kind and lost.',
    shows: ['makes-a-cited-file/complete', 'makes-a-cited-file/stream'],
    onTheWire: together(
      inReadItems((item) => [annotated(item, (all) => all.filter((one) => !isInContainer(one)))]),
      inReadStream((event) => (isObject(event.annotation) && isInContainer(event.annotation) ? [] : [event])),
    ),
  },
  {
    id: 'searches-files-in-secret',
    modelledOn: ['B088'],
    caughtBy: 'hosted-tools-equal-wire',
    over,
    defect: 'That files were searched is not told; only the text arrives.',
    shows: ['file-search-cited/complete', 'file-search-finds-nothing/stream'],
    onTheWire: inReadItems((item) => (item.type === 'file_search_call' ? [] : [item])),
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
    id: 'asks-leave-of-nobody',
    modelledOn: ['B097'],
    caughtBy: 'approval-requests-equal-wire',
    over: azure,
    defect: 'The body is finished before the request for leave is appended to it.',
    shows: ['approval-granted/complete', 'approval-denied/complete'],
    onTheWire: inReadItems((item) => (item.type === 'mcp_approval_request' ? [] : [item])),
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
    id: 'ignores-safety-checks',
    modelledOn: ['B104'],
    caughtBy: 'action-calls-equal-wire',
    over: azure,
    defect: 'Safety checks that wait for the application are not told.',
    shows: ['safety-check-acknowledged/complete', 'safety-check-refused/stream'],
    onTheWire: inReadItems((item) => [without(item, 'pending_safety_checks')]),
  },
  {
    id: 'acknowledges-by-itself',
    modelledOn: ['B106'],
    caughtBy: 'action-results-on-the-wire',
    over,
    defect: 'Safety checks are acknowledged by the adapter, and the application is never shown them.',
    shows: ['safety-check-acknowledged/complete', 'safety-check-acknowledged/stream'],
    breakIt: withDefects(acknowledgingAll()),
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
    id: 'forgets-failed-images',
    modelledOn: ['B109'],
    caughtBy: 'hosted-tools-equal-wire',
    over: azure,
    defect: 'An image that could not be made is left out, and the text speaks of it.',
    shows: ['image-fails/complete', 'image-fails/stream'],
    onTheWire: inReadItems((item) => (item.type === 'image_generation_call' && item.status === 'failed' ? [] : [item])),
  },
  {
    id: 'wants-images-whole',
    modelledOn: ['B110'],
    caughtBy: 'errors-equal-wire',
    over,
    defect: 'An image of an earlier conversation that is named by its id alone is taken for malformed.',
    shows: ['image-named-by-id/complete', 'image-named-by-id/stream'],
    breakIt: withDefects(
      inSentContents((contents) => {
        const named = contents.find((c) => c.type === 'hosted-tool-call' && c.tool === 'image-generation');
        const raw = named?.rawRepresentation as JsonObject | undefined;
        if (raw && typeof raw.result !== 'string') throw new WireError('An image has no text in "result".');
        return contents;
      }),
    ),
  },
  {
    id: 'skips-what-it-cannot-decode',
    modelledOn: ['B112'],
    caughtBy: 'hosted-tools-equal-wire',
    over,
    defect: 'An item whose arguments are an object, not text, is skipped.',
    shows: ['raw-search-by-application/stream', 'raw-tool-search/complete'],
    onTheWire: inReadItems((item) => (isObject(item.arguments) ? [] : [item])),
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
    id: 'cannot-join-calls-with-leave',
    modelledOn: ['B095'],
    caughtBy: 'hosted-history-on-the-wire',
    over,
    defect: 'Which request for leave a call was granted by is lost when the call is read.',
    shows: ['approval-with-nothing-kept/complete', 'approval-with-nothing-kept/stream'],
    onTheWire: inReadItems((item) => [item.type === 'mcp_call' ? without(item, 'approval_request_id') : item]),
  },
];

const isInContainer = ({ type }: JsonObject): boolean => type === 'container_file_citation';

const knownEvents =
  /^response\.(created|in_progress|completed|output_item|content_part|output_text|function_call_arguments)/;

function annotated(
  item: JsonObject,
  change: (annotations: readonly JsonObject[]) => readonly JsonObject[],
): JsonObject {
  if (!Array.isArray(item.content)) return item;
  const content = item.content
    .filter(isObject)
    .map((part) =>
      Array.isArray(part.annotations) ? { ...part, annotations: [...change(part.annotations.filter(isObject))] } : part,
    );
  return { ...item, content };
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

/** Every check that a call of a computer brought goes back as acknowledged, from where the adapter keeps it. */
function acknowledgingAll() {
  const pending = new Map<string, string[]>();
  return {
    ...inReturnedContents((contents) =>
      contents.map((c) => {
        if (c.type !== 'action-call' || !c.pendingSafetyChecks) return c;
        const { pendingSafetyChecks: checks, ...call } = c;
        pending.set(
          c.callId,
          checks.map(({ id }) => id),
        );
        return call;
      }),
    ),
    ...inSentContents((contents) =>
      contents.map((c) => {
        const ids = c.type === 'action-result' ? (pending.get(c.callId) ?? []) : [];
        return c.type === 'action-result' && ids.length > 0 ? { ...c, acknowledgedSafetyCheckIds: ids } : c;
      }),
    ),
  };
}
