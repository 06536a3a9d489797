import type { JsonObject } from '../../lib/canonical-json.ts';
import type { HttpResponse } from '../format/exchange.ts';
import type { JsonPart, Piece } from './response-parts.ts';

/** Something that goes wrong with one answer on its way. */
export interface Fault {
  /** The kinds of what it tries; a fault of kinds that were all tried before is not worth a trial. */
  readonly covers: readonly string[];
  /** Finer kinds of the same, which count in their place where a case is run whole. */
  readonly details?: readonly string[];
  /** The same with only those of its kinds that were not tried before; absent where it cannot be done in parts. */
  readonly only?: (untried: ReadonlySet<string>) => Fault;
  /** What was done, as the end of "where …": `content[0].text is null`. */
  readonly what: string;
  /** The answer as it arrives; `nothing` never does. @throws whatever the network throws, where it fails. */
  readonly arrives: () => HttpResponse | 'nothing';
  /**
   * It changes nothing of what is said: what the adapter returned is held against the answer as it was recorded. What it adds bears names
   * of news, and whoever passes that on is right as well.
   */
  readonly asRecorded?: true;
  /** The same with less of it, to find the least that fails where this one does. */
  readonly smaller?: () => readonly Fault[];
  /** Its parts, of which each is tried alone where this one fails. */
  readonly apart?: () => readonly Fault[];
  /** It comes before the recorded answer, which the same request gets when it is sent again: so often. */
  readonly first?: {
    readonly times: number;
    /** Milliseconds that it says to wait. */
    readonly wait?: number;
    /** To send the request again makes no sense, or is too late. */
    readonly isInVain?: true;
  };
  /** Time that the caller allows, in milliseconds, where it shall run out. */
  readonly timeout?: number;
}

/** The faults of one kind that an answer of an operation of a provider API can have. Pure. */
export type FaultsOf = (response: HttpResponse, operation: string, traits?: FaultTraits) => readonly Fault[];

/** What faults have to know of the answers of a provider API. They cannot have a fault whose trait is absent. */
export interface FaultTraits {
  /** Streams are frames of AWS, and errors are exceptions that are told apart by their names. */
  readonly isOfAws?: true;
  /** The types allow null of members that may be absent, and of no others. */
  readonly allowsNulls?: true;
  /** Errors that may end an answer that had begun. */
  readonly lateErrors?: readonly LateError[];
  readonly emptyEvents?: readonly EmptyEvent[];
  readonly repeatedEvents?: readonly RepeatedEvent[];
  /** Indexes of things that events know by their ids as well. */
  readonly missingIndexes?: RepeatedEvent;
  /** The number of what an event tells of, where events of several things may come in turns. */
  readonly laneOf?: (json: JsonObject) => number | undefined;
  readonly mixedLists?: MixedLists;
  /** The member by which events of a stream number the blocks that they tell of. */
  readonly blockNumber?: string;
  readonly unknownBlocks?: UnknownBlocks;
  /** An event that nobody knew; it is given the data of the event before. */
  readonly unknownEvent?: (before: JsonObject) => Piece;
  readonly unknownTool?: UnknownTool;
  /** The member that says why an answer ended, behind that it is a member of. An API that says it in no word of its own has none. */
  readonly finishReason?: string;
}

/** An event or a frame that tells an error, as a body lists it, and what to call it. */
export interface LateError {
  readonly name: string;
  readonly piece: Piece;
}

/** What says nothing and may come behind an event. */
export interface EmptyEvent {
  /** As the beginning of "… behind …". */
  readonly what: string;
  /** Source in the provider's documents, SDK or traffic. */
  readonly source: string;
  readonly behind: (json: JsonObject, part: JsonPart) => readonly Piece[];
}

/** A value that several events of a stream have, and that may be absent or empty in some of them. */
export interface RepeatedEvent {
  /** As the end of "a stream …": `without text deltas`. */
  readonly what: string;
  /** Source in the provider's documents, SDK, traffic or a public report. */
  readonly source: string;
  /** An event as it comes then; `undefined` where it does not come at all, for another one of all events has the value too. */
  readonly arrives: (json: JsonObject, all: readonly JsonObject[]) => JsonObject | undefined;
}

/** Lists that may hold things of several kinds. */
export interface MixedLists {
  /** Whether a list of this name and these elements is one. */
  readonly isMixed: (name: string, elements: readonly JsonObject[]) => boolean;
  /** A thing of a kind that nobody knew. */
  readonly further: (name: string) => JsonObject;
}

/** How streams tell of a block that is unknown. */
export interface UnknownBlocks {
  readonly told: (index: number) => readonly Piece[];
  /** A piece of a kind that nobody knew, of the block that an event tells a piece of. */
  readonly delta?: (json: JsonObject, part: JsonPart) => readonly Piece[];
  /** What it is in events that tell the whole answer again. */
  readonly retold?: JsonObject;
}

/** How a tool of the provider is told that nobody knew, in the form of those that it has. */
export interface UnknownTool {
  /** Whether a request with these options asks for calls of hosted tools (default: each with such a tool). */
  readonly isAsked?: (options: AskedOptions) => boolean;
  /** A whole answer that tells of it; nothing, where it is no such answer. */
  readonly listed: (body: JsonObject) => JsonObject | undefined;
  /** The pieces of a stream that do, behind those of a number. */
  readonly streamed?: (number: number) => readonly Piece[];
  /** What it is in events that tell the whole answer again. */
  readonly retold?: JsonObject;
}

/** Options of a request, as a scenario has them. */
interface AskedOptions {
  readonly tools?: readonly { readonly type: string }[];
  readonly rawRepresentation?: object;
}

/**
 * The kinds of a fault that may happen to every operation in the same ways: each operation is tried once, and each way; in a stream once
 * more.
 */
export const kindsApart = (operation: string, way: string, isStream = false): Pick<Fault, 'covers' | 'details'> => ({
  covers: [operation, way, ...(isStream ? [`${way}, a stream`] : [])],
  details: [`${operation} ${way}`],
});
