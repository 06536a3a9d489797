/**
 * Chat completions: a wire that one provider began and others took over, each with words of its own. What all of them say alike
 * is read in this folder; in what they differ is a dialect.
 */
import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import type { ChatRole, Content, Tool } from '../../contract/index.ts';
import type { ErrorFact, Reading, Unread } from '../../facts/fact.ts';
import type { MemberReader } from '../members.ts';

export interface ChatDialect {
  /** Members that are read, that repeat the request, or that say nothing of the answer. */
  readonly known: {
    readonly completion: ReadonlySet<string>;
    readonly choice: ReadonlySet<string>;
    readonly message: ReadonlySet<string>;
  };
  /** What tells that two pieces of a stream are of one call, where both an index and an id are there. */
  readonly callsAreToldBy: 'index' | 'id';
  /** A function's arguments are text and nothing else; elsewhere they may be an object as well. */
  readonly argumentsAreText?: true;
  /** What an error says, in a body or in the midst of a stream. */
  readonly errorOf: (body: JsonObject | undefined, status?: number) => ErrorFact;
  /** The header in which an answer says what the provider calls the request. */
  readonly idHeader: string;
  /** What the message says besides its calls: text, reasoning, citations. */
  readonly readMessage: (message: JsonObject, at: MessagePlaces) => Reading;
  /** A part of a message in a request, by the role of who says it; `undefined` where the contract has no word for it. */
  readonly contentOfPart: (part: JsonObject, role: ChatRole) => Content | undefined;
  /** A declared tool; every one can be said, if only raw. */
  readonly toolOf: (declaration: JsonObject, path: string) => { tool: Tool; unread: Unread[] };
  /** Tools that are members of the body, and their places. */
  readonly toolsBeside?: (body: JsonObject) => readonly { readonly tool: Tool; readonly path: string }[];
  /** How members of a request's body are read, beside those that every dialect has. */
  readonly memberReaders: Readonly<Record<string, MemberReader>>;
}

/** Where the parts of a message were read from: one place in a body, runs of events in a stream. */
export interface MessagePlaces {
  /** Place of a member, such as `content`. */
  readonly of: (member: string) => string;
}

/** A message's content as its parts: a text is one part. */
export function partsOf(content: Json | undefined): readonly Json[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return Array.isArray(content) ? content : [];
}
