/** Answers that end before they are over, arrive with other bytes or values, turn into an error, or do not arrive. */
import { isJsonObject, type Json, jsonEquals, toText } from '../../lib/canonical-json.ts';
import { bodyOf, bytesOf } from '../format/body.ts';
import { isEventStream } from '../format/event-stream.ts';
import { type HttpResponse, headerOf } from '../format/exchange.ts';
import { connectionRefused, hungUp } from '../transport/network-errors.ts';
import { type Fault, type FaultsOf, kindsApart, type LateError } from './fault.ts';
import {
  event,
  firstBytes,
  kindOf,
  lengthOf,
  type Place,
  partsOf,
  placesOf,
  withPart,
  withPieces,
  withValue,
  written,
} from './response-parts.ts';
import { frameStarts } from './stream-framing.ts';
import { membersOf } from './tolerance/insertions.ts';

/** A stream that ends behind each of its events, which are of one kind by their name or by what is new in them; a document that ends in its middle, or one byte too early. */
export const truncatedFaults: FaultsOf = (response, operation) => {
  const length = lengthOf(response);
  return length === undefined ? tornDocument(response, operation) : tornStream(response, operation, length);
};

function tornDocument(response: HttpResponse, operation: string): Fault[] {
  const { length } = bytesOf(response.body);
  if (length < 2) return [];
  const cuts = [
    ['in its middle', Math.floor(length / 2)],
    ['before its last byte', length - 1],
    ['before its first byte', 0],
  ] as const;
  return cuts.map(([where, at]) => ({
    covers: [`${operation} ${where}`],
    what: `the body ends ${where}`,
    arrives: () => firstBytes(response, at),
  }));
}

function tornStream(response: HttpResponse, operation: string, length: number): Fault[] {
  const parts = new Map(partsOf(response).map((part) => [part.at, part]));
  const nothing: Fault = {
    covers: [`${operation} no event`],
    what: 'the stream ends before its first event',
    arrives: () => withPieces(response, () => []),
  };
  const shorter = Array.from({ length }, (_, last): Fault => {
    const part = parts.get(last);
    const name = part ? kindOf(part) : '';
    const before = parts.get(last - 1);
    const anew = part ? shapesOf(before ? news(part.json, before.json) : part.json) : [''];
    return {
      covers:
        name === ''
          ? anew.map((shape) => `${operation} new ${shape}`)
          : [`${operation} ${name} ${part ? thingsOf(part.json) : ''}`],
      details: [
        `${operation} ${name} ${part ? shapesOf(part.json).join(' ') : ''}`,
        ...(part && before ? [`${operation} ${name} new ${anew.join(' ')}`] : []),
      ],
      what: `the stream ends behind event ${last + 1} of ${length}${name === '' ? '' : `, ${name}`}`,
      arrives: () => withPieces(response, (piece, at) => (at <= last ? [piece] : [])),
    };
  });
  return [nothing, ...shorter.slice(0, -1)];
}

const shapesOf = (json: Json): string[] => [...new Set(placesOf(json).map(({ shape }) => shape))];

/** The kinds of things that an event holds, such as the type of a block. */
const thingsOf = (json: Json): string =>
  Object.values(membersOf(json))
    .filter(isJsonObject)
    .flatMap(({ type, ...others }) => {
      const names = Object.keys(others);
      return typeof type === 'string' ? type : names.length === 1 ? names : [];
    })
    .join(' ');

/** What an event says that the one before it did not: where it is all the same but for one member, the stream may be torn at that. */
function news(json: Json, before: Json): Json {
  if (!isJsonObject(json) || !isJsonObject(before)) return json;
  return Object.fromEntries(Object.entries(json).filter(([name, value]) => !jsonEquals(value, before[name])));
}

// Frames of AWS whose bytes changed on their way: checksums are there to tell.

/** Where a frame keeps what. Source: Smithy, "Amazon Event Stream Specification". */
const preludeChecksum = 8;
const headers = 12;
const messageChecksum = 4;

/**
 * Of a stream of frames the one in its middle, with one byte changed: in what says how long it is, in each checksum, in its headers, in its
 * payload. Nothing, for what is no such stream.
 */
export const corruptFrames: FaultsOf = (response, operation) => {
  if (!isEventStream(headerOf(response, 'content-type') ?? '')) return [];
  const bytes = bytesOf(response.body);
  const starts = frameStarts(bytes);
  const start = starts[Math.floor(starts.length / 2)];
  if (start === undefined) return [];
  const end = start + bytes.readUInt32BE(start);
  const headersEnd = start + headers + bytes.readUInt32BE(start + 4);
  const places = [
    ['its length', start + 3],
    ['the checksum of its prelude', start + preludeChecksum],
    ['its headers', start + headers + 1],
    ...(headersEnd < end - messageChecksum ? [['its payload', headersEnd] as const] : []),
    ['its checksum', end - 1],
  ] as const;
  return places.map(([what, at]) => flipped(response, operation, what, at));
};

const flipped = (response: HttpResponse, operation: string, what: string, at: number): Fault => ({
  covers: [`${operation} corrupt ${what}`],
  what: `a frame of the answer to ${operation} arrives with ${what} changed`,
  arrives: () => {
    const bytes = Buffer.from(bytesOf(response.body));
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    return { ...response, body: bodyOf(bytes) };
  },
});

// Answers that are not what the provider promised: a member is missing, null, or of another type.

export const schemaViolations: FaultsOf = (response, operation) =>
  partsOf(response).flatMap((part) =>
    placesOf(part.json, part.name).flatMap(({ path, shape, value }) =>
      wrongValues(value, path.length === 0).map(([how, wrong]) => ({
        covers: [`${operation} ${shape} ${how}`],
        what: `${written(path) || 'the whole of it'}${kindOf(part) === '' ? '' : ` of ${kindOf(part)}`} ${how}`,
        arrives: () => withPart(response, part.at, withValue(part.json, path, wrong)),
      })),
    ),
  );

/** A word that names one of several things, and could be another one day: a type, a status, a reason. */
const isChosenWord = (value: string): boolean => /^[a-z]{2,}([_.-][a-z]+)*$/i.test(value);

/** What may stand in the place of a value, and how that is said; `undefined` where nothing does. */
function wrongValues(value: Json, isWhole: boolean): (readonly [how: string, wrong: Json | undefined])[] {
  if (value === null) return [];
  if (typeof value === 'string') {
    return [['is null', null], ['is 7', 7], ...(isChosenWord(value) ? [['is a new word', 'new_word'] as const] : [])];
  }
  if (typeof value === 'number')
    return [
      ['is null', null],
      ['is "seven"', 'seven'],
    ];
  if (typeof value === 'boolean')
    return [
      ['is null', null],
      ['is "yes"', 'yes'],
    ];
  const missing = isWhole ? [] : [['is missing', undefined] as const];
  return [...missing, ['is null', null], isJsonObject(value) ? ['is a text', 'words'] : ['is an object', {}]];
}

// Errors of the provider in the midst of an answer that had begun.

/** The message of such errors. */
export const lateMessage = 'It broke off in the midst of the answer.';

/** An error as the data of an event. */
export const lateErrorOf = (name: string, data: object, type?: string): LateError => ({
  name,
  piece: event(data, type),
});

/** Every error that the API knows, behind the first half of a stream, and behind its first event. */
export const midStreamErrors: FaultsOf = (response, operation, { lateErrors = [] } = {}) => {
  const length = lengthOf(response) ?? 0;
  const places = length === 0 ? [] : [1, Math.ceil(length / 2)];
  const isFrames = isEventStream(headerOf(response, 'content-type') ?? '');
  const fits = ({ piece }: LateError) => 'headers' in piece === isFrames;
  return lateErrors.filter(fits).flatMap(({ name, piece }) =>
    places.map((behind, i) => ({
      ...kindsApart(`${operation} ${i}`, name),
      what: `the answer to ${operation} ends with the error ${name} behind event ${behind} of ${length}`,
      arrives: () => endingWith(response, piece, behind),
    })),
  );
};

const endingWith = (response: HttpResponse, last: object, behind: number): HttpResponse =>
  withPieces(response, <T>(piece: T, at: number) =>
    at >= behind ? [] : at === behind - 1 ? [piece, last as T] : [piece],
  );

// Errors that say less than their types promise.

/**
 * An error with one of its members missing, and one without any, in answers that had begun: of every form in which the API tells one in a
 * stream, and of the recorded ones. What tells that it is an error stays, as a status does.
 */
export const incompleteErrors: FaultsOf = (response, operation, { lateErrors = [] } = {}) => {
  if (response.status >= 400) return [];
  const length = lengthOf(response) ?? 0;
  const isFrames = isEventStream(headerOf(response, 'content-type') ?? '');
  const fits = ({ piece }: LateError) => length > 0 && 'headers' in piece === isFrames;
  const late = lateErrors.filter(fits).flatMap(({ piece }) => piecesWithout(piece));
  return [
    ...late.map(({ what, without }) => ({
      covers: [what],
      what: `the answer to ${operation} ends with an error, and ${what}`,
      arrives: () => endingWith(response, without, Math.ceil(length / 2)),
    })),
    ...partsOf(response).flatMap((part) =>
      errorsIn(part.json).flatMap((path) =>
        poorerErrors(part.json, path).map(([what, json]) => ({
          covers: [`${kindOf(part)} ${what}`],
          what: `in the answer to ${operation} ${what}`,
          arrives: () => withPart(response, part.at, json),
        })),
      ),
    ),
  ];
};

/** Where errors stand that end an answer: a tool that failed does not. */
const errorMembers: ReadonlySet<string> = new Set(['error', 'last_error']);
const owners: ReadonlySet<string> = new Set(['response', 'error', 'last_error', '']);

const errorsIn = (json: Json): readonly Place['path'][] => {
  const within = placesOf(json).filter(
    ({ path, value }) =>
      isJsonObject(value) &&
      'message' in value &&
      errorMembers.has(String(path.at(-1))) &&
      owners.has(String(path.at(-2) ?? '')),
  );
  if (within.length > 0) return within.map(({ path }) => path);
  const { type = 'error', message } = membersOf(json);
  return message !== undefined && /error$/.test(toText(type)) ? [[]] : [];
};

/** Some JSON in which each member of an error is missing in turn, and then all of it. A type at the root says that it is one. */
function poorerErrors(json: Json, path: Place['path']): (readonly [what: string, json: Json])[] {
  const at = (place: Place['path']) => place.reduce<Json>((owner, step) => membersOf(owner)[step] ?? null, json);
  const names = Object.keys(membersOf(at(path))).filter((name) => path.length > 0 || name !== 'type');
  const without = (member: Place['path']) =>
    [`${written(member)} is missing`, withValue(json, member, undefined)] as const;
  const members = names.map((name) => without([...path, name]));
  if (path.length === 0) return members;
  const { type, status } = membersOf(at(path.slice(0, -1)));
  const isSaidElsewhere = type !== undefined || status !== undefined;
  return [
    ...members,
    [`${written(path)} is empty`, withValue(json, path, {})],
    ...(isSaidElsewhere ? ([without(path), [`${written(path)} is null`, withValue(json, path, null)]] as const) : []),
  ];
}

/** An error as a body lists it, with less in it. Headers of frames stay: those that tell an error are required. */
function piecesWithout(piece: object): { readonly what: string; readonly without: object }[] {
  const listed = piece as { readonly [member in 'data' | 'json' | 'unframed']?: Json };
  return (['data', 'json', 'unframed'] as const).flatMap((member) =>
    errorsIn(listed[member] ?? null).flatMap((path) =>
      poorerErrors(listed[member] ?? null, path).map(([what, json]) => ({
        what,
        without: { ...piece, [member]: json },
      })),
    ),
  );
}

// Answers that never arrive, or not to their end, for the network fails.

/** Milliseconds that a caller allows who is kept waiting. On the virtual clock they take no time, and other processes answer in a few. */
const patience = 100;

export const networkFailures: FaultsOf = (response, operation) => {
  const isStream = lengthOf(response) !== undefined;
  return [
    {
      ...kindsApart(operation, 'refused', isStream),
      what: `the connection for ${operation} is refused`,
      arrives: () => {
        throw connectionRefused();
      },
    },
    {
      ...kindsApart(operation, 'reset at once', isStream),
      what: `the connection is reset before anything of the answer to ${operation}`,
      arrives: () => {
        throw hungUp();
      },
    },
    {
      ...kindsApart(operation, 'unanswered', isStream),
      what: `${operation} is never answered`,
      arrives: () => 'nothing',
      timeout: patience,
    },
    {
      ...kindsApart(operation, 'reset', isStream),
      what: `the connection is reset in the midst of the answer to ${operation}`,
      arrives: () => ({ ...firstHalf(response), ends: 'reset' }),
    },
    {
      ...kindsApart(operation, 'stalled', isStream),
      what: `nothing more comes in the midst of the answer to ${operation}`,
      arrives: () => ({ ...firstHalf(response), ends: 'never' }),
      timeout: patience,
    },
  ];
};

/** What came of an answer when half of its bytes had. */
const firstHalf = (response: HttpResponse): HttpResponse =>
  firstBytes(response, Math.floor(bytesOf(response.body).length / 2));
