/**
 * A fact is one thing said in a response, in words that no provider owns. The same type is read from the wire (by
 * `spec/wire`) and from what an adapter returned (by `from-contents.ts`), so that the two can be compared.
 */

import type { Json, JsonObject } from '../../lib/canonical-json.ts';
import type { ActionCallContent } from '../contract/index.ts';
import type { HostedOutput } from './hosted-outputs.ts';

/** The text of one message, concatenated. */
export interface TextFact {
  readonly kind: 'text';
  readonly text: string;
}

/** One block of reasoning; `protectedData` is opaque state that must go back unchanged. */
export interface ReasoningFact {
  readonly kind: 'reasoning';
  readonly text: string;
  readonly protectedData?: string;
  /** The same state once more, where a wire says it twice and seals it anew each time: either may go back. */
  readonly sealedAgain?: string;
  /** Members beside these that must go back with it, as they came: of which kind the state is. */
  readonly state?: JsonObject;
}

/** The application is asked to run a function. */
export interface CallFact {
  readonly kind: 'call';
  readonly name: string;
  /** Parsed arguments; a string where the wire's text is no JSON object. */
  readonly arguments: Json;
  readonly id?: string;
  /** Members beside these that must go back with the call, as they came: which code asked for it, from which set of tools. */
  readonly state?: JsonObject;
}

/** The provider called a tool of its own. */
export interface HostedCallFact {
  readonly kind: 'hosted-call';
  readonly tool: string;
  /** Which of the contract's tools it is, as an adapter says it. */
  readonly of?: string;
  readonly arguments: Json;
  readonly id?: string;
  /** Of a tool that is another server's: its own name, where it was one of its tools that was called, and the server's. */
  readonly ofServer?: { readonly name?: string; readonly server?: string | undefined };
  /** Members beside these that must go back with the call, as they came: which request for leave it was granted by. */
  readonly state?: JsonObject;
  /** Told beside the message, and no request has a place for it: it cannot go back. */
  readonly staysThere?: true;
}

/** What a hosted tool gave, as the provider wrote it. */
export interface HostedResultFact {
  readonly kind: 'hosted-result';
  readonly tool: string;
  /** Which of the contract's tools it is of, as an adapter says it. */
  readonly of?: string;
  readonly payload: Json;
  /** The wire says that the tool failed. */
  readonly failed?: true;
  /** What an adapter makes of the payload in the contract's words. */
  readonly outputs?: readonly HostedOutput[];
  readonly id?: string;
  /** The wire gives it no id, and it is of the hosted call that stands before it. */
  readonly ofCallBefore?: true;
  /** Members beside these that must go back with the result, as they came. */
  readonly state?: JsonObject;
  /** Told beside the message, and no request has a place for it: it cannot go back. */
  readonly staysThere?: true;
}

/** The provider asks leave to run a hosted tool. */
export interface ApprovalRequestFact {
  readonly kind: 'approval-request';
  /** Name of the tool, after that of its server where it has one: `docs/search`. */
  readonly tool: string;
  /** Which of the contract's tools it is. */
  readonly of?: string;
  readonly arguments: Json;
  /** The answer names it. */
  readonly id: string;
}

/** The application is asked to act on a screen, in a shell or in a file. */
export interface ActionCallFact {
  readonly kind: 'action-call';
  readonly tool: ActionCallContent['tool'];
  /** In order: `{ "type": "click", … }`, name first, then the members as the provider writes them. */
  readonly actions: readonly Json[];
  readonly id?: string;
  /** The safety checks that the application has to acknowledge before it acts. */
  readonly safetyChecks?: NonNullable<ActionCallContent['pendingSafetyChecks']>;
}

/**
 * Where a text has its knowledge from. `target` names the source; `span` is the part of the answer that rests on it, as quoted
 * text, so that it does not matter in which unit a provider counts.
 */
export interface CitationFact {
  readonly kind: 'citation';
  /** A URL, a file id, or whatever else names the source. */
  readonly target: string;
  /** What the source is called. */
  readonly title?: string;
  /** Words of the source that the answer rests on. */
  readonly quote?: string;
  readonly span?: string;
  /** Where the span begins in all of the answer's text, as a UTF-16 offset: the same words may stand there more than once. */
  readonly place?: number;
  /** Of an adapter that tells no span: the text that it could have told it of, and where that begins in all of the text. */
  readonly couldBeOf?: { readonly text: string; readonly from: number };
  /** Members that must go back with the text, as they came: what the provider finds the source by. */
  readonly state?: JsonObject;
}

/** A file that the provider keeps, named in a response by its id or its address. */
export interface FileFact {
  readonly kind: 'file';
  readonly id: string;
  readonly name?: string;
  /** What it is; `image/*` where no more is said than that it is an image. */
  readonly mediaType?: string;
}

/** Bytes in a response: an image, audio. */
export interface DataFact {
  readonly kind: 'data';
  readonly mediaType: string;
  /** SHA-256 of the bytes, in hexadecimal: two images are compared, never printed. */
  readonly sha256: string;
  readonly name?: string;
}

/** Why the model stopped, as `ChatFinishReason`. */
export interface FinishFact {
  readonly kind: 'finish';
  readonly reason: string;
  /** What the wire itself says, where the reason follows from what else stands beside it: to repeat it is no fault; where it is empty, any is right. */
  readonly said?: string;
  /** The provider's own words for why, where it says them beside the answer. */
  readonly why?: string;
}

/** Tokens used by one client call, summed over its exchanges. */
export interface UsageFact {
  readonly kind: 'usage';
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** How many of the input tokens came from a cache. */
  readonly cachedInputTokens?: number;
  /** How many of the output tokens were reasoning. */
  readonly reasoningTokens?: number;
}

/** What the provider calls the answer. */
export interface ResponseIdFact {
  readonly kind: 'response-id';
  readonly id: string;
  /** Ids of answers before it that make one with it, in order: a stream tells each while it lasts. */
  readonly before?: readonly string[];
}

/** Which model answered, as the provider says. */
export interface ModelFact {
  readonly kind: 'model';
  readonly model: string;
  /** What it called the model before, while it gave the same answer. */
  readonly before?: readonly string[];
}

/** What the provider calls a message of the answer. */
export interface MessageIdFact {
  readonly kind: 'message-id';
  readonly id: string;
  /** Nothing is said in the message, so that nobody needs to know of it. */
  readonly silent?: true;
}

/** The provider answered with an error. */
export interface ErrorFact {
  readonly kind: 'error';
  readonly status?: number;
  readonly code?: string;
  readonly message: string;
  /** Milliseconds after which the provider may be asked again, where it says so. */
  readonly retryAfter?: number;
  /** What the provider calls the request by, where it says so. */
  readonly requestId?: string;
  /** Whether another try makes sense, where there is no status to tell and the code settles it. */
  readonly retryable?: boolean;
  /** The answer is none of this API's: its media type, where that says so, and, of an adapter, what its `WireError` says. */
  readonly unreadable?: string;
}

export type Fact =
  | TextFact
  | ReasoningFact
  | CallFact
  | HostedCallFact
  | HostedResultFact
  | ApprovalRequestFact
  | ActionCallFact
  | CitationFact
  | FileFact
  | DataFact
  | FinishFact
  | UsageFact
  | ResponseIdFact
  | ModelFact
  | MessageIdFact
  | ErrorFact;

export type FactKind = Fact['kind'];

/** A fact with the place it was read from: a wire path (`exchanges[0].response.body.content[1]`) or a path in the contents. */
export interface LocatedFact {
  readonly fact: Fact;
  readonly path: string;
}

/** Something said that the reader has no word for. Named, so that it is never lost in silence. */
export interface Unrecognized {
  readonly path: string;
  /** What it calls itself: a block type, an event type, a member. */
  readonly what: string;
  /** The wire says two things of one, so that whoever tells either is right and wrong. */
  readonly contradicts?: true;
}

/** All that was understood, and all that was not. */
export interface FactReading {
  readonly facts: readonly LocatedFact[];
  readonly unread: readonly Unrecognized[];
}
