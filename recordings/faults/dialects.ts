/** How servers that speak the API of another provider write its answers: traits, and answers that have them. Pure. */
import { isJsonObject, type Json, type JsonObject, toText } from '../../lib/canonical-json.ts';
import type { DialectTraitId } from '../../matrix/dialects.ts';
import { expandBody } from '../format/body.ts';
import { type HttpResponse, headerOf } from '../format/exchange.ts';
import type { ListedEvent } from '../format/server-sent-events.ts';
import type { Fault, FaultsOf } from './fault.ts';
import { withPart, withPieces } from './response-parts.ts';
import { elementsOf, membersOf } from './tolerance/insertions.ts';

type Events = readonly ListedEvent[];
type Change = (json: JsonObject) => JsonObject;

/** What a server does otherwise in a whole answer, a stream or an error; the others stay. */
interface DialectTrait {
  /** As the end of "where …". */
  readonly what: string;
  readonly whole?: Change;
  readonly stream?: (events: Events) => Events;
  readonly error?: Change;
  /** A trait without which no server has it. */
  readonly needs?: DialectTraitId;
  /** It ends the answer, so that it comes alone. */
  readonly isEnd?: true;
}

// Completions, taken apart.

const omit = (json: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(json).filter(([each]) => each !== name));
const dataOf = ({ data }: ListedEvent): JsonObject => (isJsonObject(data) ? data : {});
const isChunk = (event: ListedEvent): boolean => Array.isArray(dataOf(event).choices);
const choiceOf = (json: JsonObject): JsonObject => membersOf(elementsOf(json.choices)[0]);
const deltaOf = (event: ListedEvent): JsonObject => membersOf(choiceOf(dataOf(event)).delta);
const piecesOf = (event: ListedEvent): readonly JsonObject[] => elementsOf(deltaOf(event).tool_calls).map(membersOf);
const isFinish = (event: ListedEvent): boolean => typeof choiceOf(dataOf(event)).finish_reason === 'string';
/** The last chunk, which has no choice. */
const isUsage = (event: ListedEvent): boolean => isChunk(event) && elementsOf(dataOf(event).choices).length === 0;
const usageOf = (events: Events): Json => dataOf(events.find(isUsage) ?? {}).usage ?? null;

const chunks =
  (change: (chunk: JsonObject, event: ListedEvent) => JsonObject) =>
  (events: Events): Events =>
    events.map((event) => (isChunk(event) ? { ...event, data: change(dataOf(event), event) } : event));
const inChoice =
  (change: Change): Change =>
  (json) => ({ ...json, choices: elementsOf(json.choices).map((each) => change(membersOf(each))) });
const inMember =
  (name: string, change: Change): Change =>
  (json) =>
    isJsonObject(json[name]) ? { ...json, [name]: change(json[name]) } : json;
const inMessage = (change: Change): Change => inChoice(inMember('message', change));
const inDelta = (change: Change): Change => inChoice(inMember('delta', change));
const inCalls =
  (change: (call: JsonObject, at: number) => JsonObject): Change =>
  (json) =>
    Array.isArray(json.tool_calls)
      ? { ...json, tool_calls: elementsOf(json.tool_calls).map((call, i) => change(membersOf(call), i)) }
      : json;

/** Pieces of calls, and whether each is the first of its call. */
const inPieces =
  (change: (piece: JsonObject, isFirst: boolean) => JsonObject) =>
  (events: Events): Events => {
    const begun = new Set<Json | undefined>();
    return chunks(
      inDelta(
        inCalls((piece) => {
          const isFirst = !begun.has(piece.index);
          begun.add(piece.index);
          return change(piece, isFirst);
        }),
      ),
    )(events);
  };

/** Each call in one piece, where it begins. */
function wholeCalls(events: Events): Events {
  const argumentsOf = (index: Json | undefined): string =>
    events
      .flatMap(piecesOf)
      .filter((piece) => piece.index === index)
      .map((piece) => toText(membersOf(piece.function).arguments ?? ''))
      .join('');
  const begun = new Set<Json | undefined>();
  return events.flatMap((event) => {
    if (piecesOf(event).length === 0) return [event];
    const beginning = piecesOf(event).filter(({ index }) => !begun.has(index));
    for (const { index } of beginning) begun.add(index);
    if (beginning.length === 0) return [];
    const calls = beginning.map((call) => inFunction((fn) => ({ ...fn, arguments: argumentsOf(call.index) }))(call));
    return [{ ...event, data: inDelta((delta) => ({ ...delta, tool_calls: calls }))(dataOf(event)) }];
  });
}

/** The first characters of the arguments come with the name. */
function callsBeginWithArguments(events: Events): Events {
  const begun = new Map<Json | undefined, string>();
  for (const { index, function: fn } of events.flatMap(piecesOf)) {
    const text = toText(membersOf(fn).arguments ?? '');
    if (text !== '' && !begun.has(index)) begun.set(index, text.slice(0, 1));
  }
  const cut = new Set<Json | undefined>();
  return inPieces((piece, isFirst) => {
    const { index } = piece;
    const start = begun.get(index) ?? '';
    return inMember('function', (fn) => {
      const text = toText(fn.arguments ?? '');
      const isCut = !cut.has(index) && text !== '';
      if (isCut) cut.add(index);
      return { ...fn, arguments: (isFirst ? start : '') + (isCut ? text.slice(1) : text) };
    })(piece);
  })(events);
}

/** A stream whose usage is not in a chunk of its own. */
const usageAt =
  (isPlace: (event: ListedEvent, at: number, events: Events) => boolean) =>
  (events: Events): Events => {
    const others = events.filter((event) => !isUsage(event));
    return others.map((event, i) =>
      isPlace(event, i, others) ? { ...event, data: { ...dataOf(event), usage: usageOf(events) } } : event,
    );
  };

/** A second chunk with the finish reason, which has the usage. */
const finishTwice = (events: Events): Events => {
  const again = inChoice((choice) => ({ ...choice, delta: { role: 'assistant', content: '' } }));
  return usageAt((event, at, all) => isFinish(event) && at === all.findLastIndex(isFinish))(
    events.flatMap((event) => (isFinish(event) ? [event, { ...event, data: again(dataOf(event)) }] : [event])),
  );
};

const hasCalls = (events: Events): boolean => events.some((event) => piecesOf(event).length > 0);
const nameOf = ({ function: fn }: JsonObject): readonly Json[] => {
  const { name } = membersOf(fn);
  return typeof name === 'string' && name !== '' ? [name] : [];
};

/** What was used until then; the whole of it in the last chunk. */
const growingUsage = (events: Events): Events => {
  const usage = membersOf(usageOf(events));
  const last = events.findLastIndex(isFinish);
  const soFar = { ...usage, completion_tokens: 1, total_tokens: Number(usage.prompt_tokens) + 1 };
  return events
    .filter((event) => !isUsage(event))
    .map((event, at) =>
      isChunk(event) ? { ...event, data: { ...dataOf(event), usage: at === last ? usage : soFar } } : event,
    );
};

const unusable = 'The model wrote a call that does not fit the declared function.';

/** The server finds an error in the call that the model writes. Nothing comes behind it. */
const errorInPlaceOfCall =
  (error: (chunk: JsonObject) => ListedEvent) =>
  (events: Events): Events => {
    const at = events.findIndex((event) => piecesOf(event).length > 0);
    return hasCalls(events) ? [...events.slice(0, at), error(dataOf(events[at] ?? {}))] : events;
  };

const hasEmptyArguments = (events: Events): boolean =>
  wholeCalls(events)
    .flatMap(piecesOf)
    .some(({ function: fn }) => membersOf(fn).arguments === '{}');
const inFunction = (change: Change): Change => inMember('function', change);
const inFirstPieces = (change: Change) => inPieces((piece, isFirst) => (isFirst ? change(piece) : piece));
const inLaterPieces = (change: Change) => inPieces((piece, isFirst) => (isFirst ? piece : change(piece)));
/** In a message, and in the first piece of each call of a stream. */
const ofCalls = (change: Change): Pick<DialectTrait, 'whole' | 'stream'> => ({
  whole: inMessage(inCalls(change)),
  stream: inFirstPieces(change),
});
const ofTexts = (change: Change): Change =>
  inMessage((message) => (Array.isArray(message.tool_calls) ? message : change(message)));
const openRouterComment: ListedEvent = { comment: ' OPENROUTER PROCESSING' };

const inOutput =
  (change: Change): Change =>
  (json) =>
    Array.isArray(json.output)
      ? { ...json, output: elementsOf(json.output).map((item) => change(membersOf(item))) }
      : json;
const withItemId: Change = ({ id = null, ...item }) =>
  item.type === 'function_call' ? { ...item, item_id: id } : { id, ...item };

/** By name, in the order in which an answer gets them. */
const dialectTraits: Readonly<Record<DialectTraitId, DialectTrait>> = {
  'calls-whole': { what: 'each call is in one chunk', stream: wholeCalls },
  'call-begins-with-arguments': {
    what: 'a call begins with the first character of its arguments',
    stream: callsBeginWithArguments,
  },
  'arguments-empty': {
    what: 'the arguments of a call without any are an empty text',
    whole: inMessage(inCalls(inFunction((fn) => (fn.arguments === '{}' ? { ...fn, arguments: '' } : fn)))),
    stream: (events) =>
      hasEmptyArguments(events) ? inPieces(inFunction((fn) => ({ ...fn, arguments: '' })))(wholeCalls(events)) : events,
  },
  'index-missing': {
    what: 'calls have no index',
    needs: 'calls-whole',
    stream: inPieces((piece) => omit(piece, 'index')),
  },
  'index-zero': {
    what: 'all calls have the index 0',
    needs: 'calls-whole',
    stream: inPieces((piece) => ({ ...piece, index: 0 })),
  },
  'index-from-one': {
    what: 'the index of the first call is 1',
    stream: inPieces((piece) => ({ ...piece, index: Number(piece.index) + 1 })),
  },
  'index-in-message': {
    what: 'the calls of a message have an index',
    whole: inMessage(inCalls((call, index) => ({ index, ...call }))),
  },
  'name-repeated': {
    what: 'every piece of a call has its name',
    stream: (events) => {
      const names = new Map(events.flatMap(piecesOf).flatMap((p) => nameOf(p).map((name) => [p.index, name] as const)));
      return inPieces(({ index, ...piece }) => ({
        ...piece,
        index: index ?? null,
        function: { name: names.get(index) ?? null, ...membersOf(piece.function) },
      }))(events);
    },
  },
  'name-empty': {
    what: 'the later pieces of a call have an empty name',
    stream: inLaterPieces(inFunction((fn) => ({ ...fn, name: '' }))),
  },
  'id-empty-later': {
    what: 'the later pieces of a call have an empty id, and its type',
    stream: inLaterPieces((piece) => ({ ...piece, id: '', type: 'function' })),
  },
  'signature-of-call': {
    what: 'a call has a signature that goes back with it',
    ...ofCalls((call) => ({ ...call, extra_content: { google: { thought_signature: 'c2lnbmVk' } } })),
  },
  'older-call-empty': {
    what: 'a message has a call in the older form, with an empty name',
    whole: inMessage((message) => ({ ...message, function_call: { arguments: '', name: '' } })),
  },
  'custom-call-empty': {
    what: 'the calls of functions are calls of a custom tool too, with an empty name',
    whole: inMessage(inCalls((call) => ({ custom: { input: '', name: '' }, ...call }))),
  },
  'content-empty': {
    what: 'the content beside calls is an empty text',
    whole: inMessage((message) => (message.content === null ? { ...message, content: '' } : message)),
  },
  'content-missing': {
    what: 'a message with calls has no content, nor has a delta',
    whole: inMessage((message) => (message.content === null ? omit(message, 'content') : message)),
    stream: chunks(inDelta((delta) => (delta.content || !delta.tool_calls ? delta : omit(delta, 'content')))),
  },
  'calls-null': {
    what: 'the calls of a message or delta without any are null',
    whole: ofTexts((message) => ({ ...message, tool_calls: null })),
    stream: chunks(inDelta((delta) => ({ tool_calls: null, ...delta }))),
  },
  'calls-empty': {
    what: 'the calls of a message without any are an empty list',
    whole: ofTexts((message) => ({ ...message, tool_calls: [] })),
  },
  'role-in-each-chunk': {
    what: 'every chunk has the role',
    stream: chunks(inDelta((delta) => ({ role: 'assistant', ...delta }))),
  },
  'finish-stop': {
    what: 'the finish reason of calls is stop',
    stream: (events) =>
      hasCalls(events)
        ? chunks(inChoice((choice) => (choice.finish_reason ? { ...choice, finish_reason: 'stop' } : choice)))(events)
        : events,
  },
  'finish-empty': {
    what: 'the finish reason is empty',
    whole: inChoice((choice) => ({ ...choice, finish_reason: '' })),
  },
  'finish-missing': {
    what: 'only the last chunk has a finish reason',
    stream: chunks(inChoice((choice) => (choice.finish_reason === null ? omit(choice, 'finish_reason') : choice))),
  },
  'finish-twice': { what: 'a second chunk repeats the finish reason and has the usage', stream: finishTwice },
  'usage-with-finish': { what: 'the usage is in the chunk of the finish reason', stream: usageAt(isFinish) },
  'usage-twice': {
    what: 'the usage is in the chunk of the finish reason, and in one of its own',
    stream: (events) => [
      ...usageAt(isFinish)(events).filter(({ data }) => data !== '[DONE]'),
      ...events.filter((event) => isUsage(event) || event.data === '[DONE]'),
    ],
  },
  'usage-in-each-chunk': { what: 'every chunk has the usage so far', stream: growingUsage },
  'event-names-missing': {
    what: 'the events of a stream have no names',
    stream: (events) => events.map(({ event: _, ...others }) => others),
  },
  'item-id-missing': {
    what: 'the item of a call has an item_id for an id',
    whole: inOutput(withItemId),
    stream: (events) =>
      events.map((event) =>
        isJsonObject(event.data)
          ? { ...event, data: inMember('response', inOutput(withItemId))(inMember('item', withItemId)(event.data)) }
          : event,
      ),
  },
  comments: {
    what: 'comments come before and between the chunks',
    stream: (events) => [openRouterComment, ...events.flatMap((event) => [event, openRouterComment])],
  },
  'done-missing': {
    what: 'no [DONE] ends the stream',
    stream: (events) => events.filter(({ data }) => data !== '[DONE]'),
  },
  'error-event': {
    what: 'an error event ends the stream, for the call of the model does not fit',
    isEnd: true,
    stream: errorInPlaceOfCall(() => ({
      event: 'error',
      data: {
        error: {
          message: unusable,
          type: 'invalid_request_error',
          code: 'tool_use_failed',
          failed_generation: '{"name":"get_wether","arguments":{}}',
          status_code: 400,
        },
      },
    })),
  },
  'error-beside-choices': {
    what: 'a chunk has an error beside its choices',
    isEnd: true,
    stream: (events) =>
      errorInPlaceOfCall((chunk) => ({
        data: inDelta(() => ({ role: 'assistant', content: '' }))({
          ...chunk,
          error: { code: 502, message: unusable },
        }),
      }))(events).concat(hasCalls(events) ? [{ data: '[DONE]' }] : []),
  },
  'error-code-number': {
    what: 'the code of an error is its status, a number',
    error: ({ error }) => ({
      error: { message: membersOf(error).message ?? '', code: 429, metadata: { provider_name: 'A' } },
    }),
  },
  'error-detail': { what: 'an error is a detail', error: ({ error }) => ({ detail: membersOf(error).message ?? '' }) },
};

// Answers that have them.

/** Answers of other shapes have a trait in other ways: several calls, one, one without arguments, none, an error. */
function shapeOf({ status, body }: HttpResponse): string {
  if (status >= 400) return 'an error';
  const calls = body.text.match(/"name": ?"[^"]/g)?.length ?? 0;
  if (calls > 1) return 'several calls';
  if (calls === 0) return 'a text';
  return /"arguments": ?"\{\}"/.test(body.text) ? 'no arguments' : 'a call';
}

/** The answer in a dialect: with all its traits, and alone with each that ends it. */
export const inDialect =
  (traits: readonly DialectTraitId[]): FaultsOf =>
  (response) => {
    const ordered = (Object.keys(dialectTraits) as DialectTraitId[]).filter((id) => traits.includes(id));
    const able = ordered.filter((id) => withTraits(response, [id]) !== response);
    const together = able.filter((id) => !dialectTraits[id].isEnd);
    const faultOf = (ids: readonly DialectTraitId[]): Fault => ({
      covers: ids.map((id) => `${id} of ${shapeOf(response)}`),
      what: ids.length === 1 ? ids.map((id) => dialectTraits[id].what).join() : 'all its traits come together',
      arrives: () => withTraits(response, ids),
      ...(ids.length > 1 ? { apart: () => ids.map((id) => faultOf([id])) } : {}),
    });
    return [
      ...(together.length > 0 ? [together] : []),
      ...able.filter((id) => !together.includes(id)).map((id) => [id]),
    ].map(faultOf);
  };

/** The same answer where it can have none of them. */
function withTraits(response: HttpResponse, ids: readonly DialectTraitId[]): HttpResponse {
  const all = [...new Set(ids.flatMap((id) => [dialectTraits[id].needs ?? id, id]))].map(
    (id) => dialectTraits[id as DialectTraitId],
  );
  const { json, events } = expandBody(response.body, headerOf(response, 'content-type') ?? '');
  if (events) {
    const changed = all.reduce((before, { stream }) => stream?.(before) ?? before, events as Events);
    return JSON.stringify(changed) === JSON.stringify(events)
      ? response
      : withPieces(response, (_, at) => (at === 0 ? (changed as never[]) : []));
  }
  if (!isJsonObject(json)) return response;
  const part = response.status >= 400 ? 'error' : 'whole';
  const changed = all.reduce((before, trait) => trait[part]?.(before) ?? before, json);
  return JSON.stringify(changed) === JSON.stringify(json) ? response : withPart(response, 0, changed);
}
