import type { Json, JsonObject } from '../../files/canonical-json.ts';
import type { HttpRequest } from '../../recordings/format/exchange.ts';
import type { Tampering } from '../../recordings/transport/tampering.ts';
import { ProviderError } from '../../spec/contract/index.ts';
import { type BrokenAdapter, inReturnedContents, withDefects, withErrors } from './break.ts';
import { itemsOf, membersOf } from './json-members.ts';
import { inReadBody, inReadEvents, inSentBody } from './on-the-wire.ts';

const over = 'azure-foundry-agents';

/** Defects of adapters for the Azure AI Foundry Agent Service. */
export const brokenOnAzureAgents: readonly BrokenAdapter[] = [
  {
    id: 'submits-nothing-when-streaming',
    modelledOn: ['B145'],
    caughtBy: 'requests-acceptable',
    over,
    defect: 'Where a run goes on as a stream, the outputs it waits for are left out of the body.',
    shows: ['single-call/stream', 'parallel-calls/stream'],
    onTheWire: inStreamedSubmission(({ tool_outputs: _, ...body }) => body),
  },
  {
    id: 'runs-one-call-when-streaming',
    modelledOn: ['B146'],
    caughtBy: 'requests-acceptable',
    over,
    defect: 'Where a run goes on as a stream, only the first of its calls is answered.',
    shows: ['parallel-calls/stream'],
    onTheWire: inStreamedSubmission((body) => ({ ...body, tool_outputs: itemsOf(body.tool_outputs).slice(0, 1) })),
  },
  {
    id: 'cites-without-the-mark-when-streaming',
    modelledOn: ['B148'],
    caughtBy: 'stream-equals-complete',
    over,
    defect: 'A citation of a stream does not say which mark of the text it is of.',
    shows: ['bing-grounding/stream'],
    onTheWire: inReadEvents((events) =>
      events.map((event) => ({ ...event, data: withAnnotations(event.data, (all) => all.map(unmarked)) })),
    ),
  },
  {
    id: 'hides-what-was-searched',
    modelledOn: ['B149'],
    caughtBy: 'hosted-tools-equal-wire',
    over,
    defect: 'The query that must be shown with an answer from Bing is not told.',
    shows: ['bing-grounding/complete'],
    onTheWire: inReadBody((body) => withoutMember(body, 'requesturl') as JsonObject),
  },
  {
    id: 'reads-text-without-its-annotations',
    modelledOn: ['B151'],
    caughtBy: 'citations-equal-wire',
    over,
    defect: 'Of a message only its text is read.',
    shows: ['bing-grounding/complete', 'file-search-cited/complete'],
    onTheWire: inReadBody((body) => changedAnnotations(body, () => []) as JsonObject),
  },
  {
    id: 'knows-only-files-as-sources-when-streaming',
    modelledOn: ['B152'],
    caughtBy: 'citations-equal-wire',
    over,
    defect: 'In a stream citations of files are read, and those of pages are not.',
    shows: ['bing-grounding/stream'],
    onTheWire: inReadEvents((events) =>
      events.map((event) => ({
        ...event,
        data: withAnnotations(event.data, (all) => all.filter(({ type }) => type !== 'url_citation')),
      })),
    ),
  },
  {
    id: 'cites-only-what-is-quoted',
    modelledOn: ['B154'],
    caughtBy: 'citations-equal-wire',
    over,
    defect: 'A citation of a file is told only where it has a quote, which the service leaves out.',
    shows: ['file-search-cited/complete'],
    onTheWire: inReadBody(
      (body) =>
        changedAnnotations(body, (all) =>
          all.filter(({ type, file_citation: file }) => type !== 'file_citation' || membersOf(file).quote),
        ) as JsonObject,
    ),
  },
  {
    id: 'forgets-who-is-asked',
    modelledOn: ['B155'],
    caughtBy: 'tools-on-the-wire',
    over,
    defect: 'Whether leave must be asked is not sent, and the service asks always.',
    shows: ['called-without-asking/complete', 'called-without-asking/stream'],
    onTheWire: inSentBody((body) => withoutMember(body, 'require_approval') as JsonObject),
  },
  {
    id: 'drops-tools-without-a-helper',
    modelledOn: ['B157'],
    caughtBy: 'tools-on-the-wire',
    over,
    defect: 'A kind of tool that the SDK has no helper for is left out, and nothing is said of that.',
    shows: ['bing-custom-search/complete', 'question-to-data/stream'],
    onTheWire: inSentBody((body) =>
      body.tools === undefined
        ? body
        : { ...body, tools: itemsOf(body.tools).filter(({ type }) => !unhelped.has(String(type))) },
    ),
  },
  {
    id: 'says-again-what-the-thread-holds',
    modelledOn: ['B158'],
    caughtBy: 'history-on-the-wire',
    over,
    defect: 'What was said in the thread is said once more with its run.',
    shows: ['computes-and-explains/complete', 'file-search-cited/stream'],
    onTheWire: sayingAgain(),
  },
  {
    id: 'gives-leave-without-the-key',
    caughtBy: 'requests-acceptable',
    over,
    defect: 'Leave to call a server goes out without the headers that open it.',
    shows: ['two-approvals-and-a-key/complete', 'two-approvals-and-a-key/stream'],
    onTheWire: inSentBody((body) =>
      body.tool_approvals === undefined
        ? body
        : { ...body, tool_approvals: withoutMember(body.tool_approvals, 'headers') },
    ),
  },
  {
    id: 'opens-every-server-with-one-key',
    caughtBy: 'requests-acceptable',
    over,
    defect: 'Leave to call one server goes out with the headers that open another.',
    shows: ['leave-at-two-servers/complete', 'leave-at-two-servers/stream'],
    onTheWire: inSentBody((body) => {
      const [key] = itemsOf(body.tool_approvals).flatMap(({ headers }) => headers ?? []);
      return key === undefined
        ? body
        : { ...body, tool_approvals: itemsOf(body.tool_approvals).map((leave) => ({ ...leave, headers: key })) };
    }),
  },
  {
    id: 'asks-leave-for-a-function',
    caughtBy: 'approval-requests-equal-wire',
    over,
    defect: 'Leave for the tool of a server is asked for as if it were for a function of the application.',
    shows: ['approval-granted/complete', 'leave-at-two-servers/stream'],
    breakIt: withDefects(
      inReturnedContents((contents) =>
        contents.map((content) => (content.type === 'approval-request' ? { ...content, tool: 'function' } : content)),
      ),
    ),
  },
  {
    id: 'tells-no-title-of-a-page',
    caughtBy: 'citation-spans-equal-wire',
    over,
    defect: 'A page is cited by its address, and not by what it is called.',
    shows: ['bing-grounding/complete', 'bing-grounding/stream'],
    onTheWire: withoutTitles(),
  },
  {
    id: 'tells-no-time-to-wait',
    caughtBy: 'errors-equal-wire',
    over,
    defect: 'That the provider asked for patience is told, and not for how long.',
    shows: ['rate-limited/complete', 'rate-limited/stream'],
    breakIt: withErrors(
      ({ message, status, code, requestId, retryable }) =>
        new ProviderError(message, { status, code, requestId, retryable }),
    ),
  },
];

/** Kinds of which only preview versions of the API know. */
const unhelped = new Set(['bing_custom_search', 'fabric_dataagent']);

/** A defect by which a run is told what its thread was told right before. */
function sayingAgain(): Tampering {
  let said: JsonObject = {};
  return inSentBody((body, { url }) => {
    const { pathname } = new URL(url);
    if (pathname.endsWith('/messages')) said = body;
    return pathname.endsWith('/runs') ? { ...body, additional_messages: [said] } : body;
  });
}

/** A defect in what is given to a run that goes on as a stream. */
function inStreamedSubmission(change: (body: JsonObject) => JsonObject): Tampering {
  const isOne = ({ url }: HttpRequest) => new URL(url).pathname.endsWith('/submit_tool_outputs');
  return inSentBody((body, request) => (isOne(request) && body.stream === true ? change(body) : body));
}

/** A defect in how annotations are read, whole or in a stream. */
function withoutTitles(): Tampering {
  const untitled: AnnotationChange = (all) =>
    all.map((each) => (each.url_citation === undefined ? each : (withoutMember(each, 'title') as JsonObject)));
  const whole = inReadBody((body) => changedAnnotations(body, untitled) as JsonObject);
  const streamed = inReadEvents((events) =>
    events.map((event) => ({ ...event, data: withAnnotations(event.data, untitled) })),
  );
  return {
    response: (response, request) => {
      const read = whole.response?.(response, request) ?? response;
      return streamed.response?.(read, request) ?? read;
    },
  };
}

const unmarked = ({ text: _, start_index: _start, end_index: _end, ...annotation }: JsonObject): JsonObject =>
  annotation;

type AnnotationChange = (annotations: JsonObject[]) => JsonObject[];

/** The data of an event with other annotations; as it is where it is no JSON. */
function withAnnotations(data: string, change: AnnotationChange): string {
  try {
    return JSON.stringify(changedAnnotations(JSON.parse(data), change));
  } catch {
    return data;
  }
}

const changedAnnotations = (value: Json, change: AnnotationChange): Json =>
  mapped(value, (name, member) => (name === 'annotations' ? change(itemsOf(member)) : member));

const withoutMember = (value: Json, without: string): Json =>
  mapped(value, (name, member) => (name === without ? undefined : member));

/** JSON with every member changed, at any depth; one that becomes `undefined` is left out. */
function mapped(value: Json, change: (name: string, member: Json) => Json | undefined): Json {
  if (Array.isArray(value)) return value.map((item) => mapped(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const changed = change(name, member);
      return changed === undefined ? [] : [[name, mapped(changed, change)]];
    }),
  );
}
