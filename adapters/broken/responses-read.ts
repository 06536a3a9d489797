import type { JsonObject } from '../../files/canonical-json.ts';
import type { Tampering } from '../../recordings/transport/tampering.ts';
import { WireError } from '../../spec/contract/index.ts';
import { type BrokenAdapter, inReturnedContents, inSentContents, withDefects } from './break.ts';
import { inReadBody } from './on-the-wire.ts';
import { annotated, inReadItems, inReadStream, isObject, together, without } from './responses-items.ts';

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
    id: 'forgets-citations-told-alone',
    caughtBy: 'citations-equal-wire',
    over,
    defect: 'Citations are read of whole messages alone; those that only events of their own tell are lost.',
    shows: ['told-in-odd-order/stream'],
    onTheWire: inReadStream((event) => (event.type === 'response.output_text.annotation.added' ? [] : [event])),
  },
  {
    id: 'keeps-what-is-quoted-alone',
    caughtBy: 'files-equal-wire',
    over: azure,
    defect: 'Files that a search found and did not quote are dropped with their empty texts.',
    shows: ['finds-without-words/complete', 'finds-without-words/stream'],
    onTheWire: inReadItems((item) => [
      Array.isArray(item.results)
        ? { ...item, results: item.results.filter((one) => isObject(one) && one.text) }
        : item,
    ]),
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
    id: 'asks-leave-of-nobody',
    modelledOn: ['B097'],
    caughtBy: 'approval-requests-equal-wire',
    over: azure,
    defect: 'The body is finished before the request for leave is appended to it.',
    shows: ['approval-granted/complete', 'approval-denied/complete'],
    onTheWire: inReadItems((item) => (item.type === 'mcp_approval_request' ? [] : [item])),
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
    id: 'cannot-join-calls-with-leave',
    modelledOn: ['B095'],
    caughtBy: 'hosted-history-on-the-wire',
    over,
    defect: 'Which request for leave a call was granted by is lost when the call is read.',
    shows: ['approval-with-nothing-kept/complete', 'approval-with-nothing-kept/stream'],
    onTheWire: inReadItems((item) => [item.type === 'mcp_call' ? without(item, 'approval_request_id') : item]),
  },
  {
    id: 'forgets-how-long-to-wait',
    caughtBy: 'errors-equal-wire',
    over,
    defect: 'How long to wait before trying again is read from the body, where it is not said.',
    shows: ['rate-limited/complete', 'rate-limited/stream'],
    onTheWire: withoutHeaders('retry-after', 'retry-after-ms'),
  },
  {
    id: 'forgets-what-a-request-is-called',
    caughtBy: 'errors-equal-wire',
    over,
    defect: 'An error does not say the id by which the provider can find the request.',
    shows: ['schema-refused/complete', 'raw-member-refused/stream'],
    onTheWire: withoutHeaders('x-request-id'),
  },
  {
    id: 'believes-all-is-kept',
    caughtBy: 'requests-acceptable',
    over,
    defect: 'That the service keeps nothing is not read; the next request goes on from what is not there.',
    shows: ['kept-by-nobody/complete', 'kept-by-nobody/stream'],
    onTheWire: together(
      inReadBody((body) => without(body, 'store')),
      inReadStream((event) => [
        isObject(event.response) ? { ...event, response: without(event.response, 'store') } : event,
      ]),
    ),
  },
  {
    id: 'counts-no-cache',
    caughtBy: 'usage-equals-wire',
    over,
    defect: 'How much of the input came from a cache is not told.',
    shows: ['single-call/complete', 'single-call/stream'],
    onTheWire: together(
      inReadBody((body) => withoutDetails(body)),
      inReadStream((event) => [
        isObject(event.response) ? { ...event, response: withoutDetails(event.response) } : event,
      ]),
    ),
  },
];

const isInContainer = ({ type }: JsonObject): boolean => type === 'container_file_citation';

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

/** A defect in how the headers of an answer are read. */
function withoutHeaders(...names: readonly string[]): Tampering {
  return {
    response: (response) => ({ ...response, headers: response.headers.filter(([name]) => !names.includes(name)) }),
  };
}

const withoutDetails = (response: JsonObject): JsonObject =>
  isObject(response.usage) ? { ...response, usage: without(response.usage, 'input_tokens_details') } : response;
