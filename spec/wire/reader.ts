import type { Json } from '../../lib/canonical-json.ts';
import type { Exchange } from '../../recordings/format/exchange.ts';
import type { ChatMessage, ChatOptions, Tool } from '../contract/index.ts';
import type { FactReading, Unrecognized } from '../facts/fact.ts';
import type { Conditions } from './conditions.ts';
import type { RequestRequirement } from './request-requirements.ts';
import type { AnswerRule } from './rules/answers.ts';
import type { Rule } from './rules/rule.ts';
import type { WireSchemas } from './schemas/index.ts';

/** What a provider is asked, read back into the words of the contract. */
export interface RequestReading {
  /** Place among the exchanges of its client call of the request that asks: it makes the model answer. */
  readonly exchange: number;
  readonly messages: readonly ChatMessage[];
  readonly options: ChatOptions;
  /**
   * Wire path of every message, content and tool above that stands in a request of this client call
   * (`exchanges[0].request.body.messages[0]`), by the object.
   */
  readonly paths: ReadonlyMap<object, string>;
  /** Of tools above that stand in a request of an earlier call, and that the provider keeps: the declaration as it stood there. */
  readonly kept?: ReadonlyMap<object, Json>;
  readonly unread: readonly Unrecognized[];
  /** Options that this very request has no member for, though others of the API do. */
  readonly lacks?: readonly OptionPath[];
}

/** Something that was made at the provider, and stays there until it is deleted. */
export interface RemoteResource {
  /** What it is, with its id: `thread "thread_1"`. */
  readonly what: string;
  /** Place of the exchange that made it: `exchanges[2]`. */
  readonly path: string;
  readonly isDeleted: boolean;
}

/** An option, or the member of one, that an API may have no member for. */
export type OptionPath =
  | keyof ChatOptions
  | 'reasoning.budgetTokens'
  /** No tool may be called. */
  | 'toolMode.none'
  /** JSON of any form. */
  | 'responseFormat.withoutSchema'
  /** A choice where no function is declared. */
  | 'toolMode.withoutFunctions';

/**
 * Reads one provider's own wire, independently of every adapter: the judge must not share its reading with the judged.
 * A reader never throws on strange content; what it does not understand is listed as unread.
 */
export interface WireReader {
  readonly providerApi: string;
  /** How a request says that the application's function failed: by a flag of its own, or, where absent, only in the result's text. */
  readonly toolErrors?: 'flag';
  /** True where an answer to a request for leave has a member for its reason. */
  readonly acceptsApprovalReason?: true;
  /** Options that this API has no member for: an adapter must warn of them instead, and not drop them in silence. */
  readonly lacks?: readonly OptionPath[];
  /** Members of tools that this API has no member for, by the tool's type: of these it must warn likewise. */
  readonly unsupportedToolMembers?: Readonly<Partial<Record<Tool['type'], readonly string[]>>>;
  /** What every request must carry besides what the caller said. */
  readonly demands: readonly RequestRequirement[];
  /** For what else the live service refuses a request. `wireReaderFor` adds those of the conditions. */
  readonly rules?: readonly Rule[];
  /** What an answer may be, given its request. */
  readonly conditions?: readonly Conditions[];
  /** What an answer keeps to besides its schema, given its request. */
  readonly answerRules?: readonly AnswerRule[];
  /** The provider's own types of what goes over its wire. Set by `wireReaderFor`. */
  readonly schemas?: WireSchemas;
  /**
   * What the answers of one client call say: polls folded, what earlier turns said dropped.
   *
   * @param earlier the exchanges of the conversation's earlier calls, in order
   */
  readResponses(exchanges: readonly Exchange[], earlier?: readonly Exchange[]): FactReading;
  /**
   * What one client call asks, one reading per request that makes the model answer. What other requests said that the provider
   * keeps — an agent and its tools, a thread and its messages — is part of it; polls and the like ask nothing.
   *
   * @param earlier the exchanges of the conversation's earlier calls, in order
   */
  readRequests(exchanges: readonly Exchange[], earlier?: readonly Exchange[]): RequestReading[];
  /** What exchanges made at the provider, and whether they deleted it again. APIs that make nothing have no such thing. */
  made?(exchanges: readonly Exchange[]): readonly RemoteResource[];
  /** The operation that ends at the provider what a call began there. Absent where the end of the connection does. */
  readonly cancels?: string;
  /**
   * How a recorded sequence falls into client calls, each of which asks the model once: the same exchanges, in order. Each
   * exchange is a call where absent.
   */
  callsOf?(exchanges: readonly Exchange[]): readonly (readonly Exchange[])[];
  /**
   * What a recorded call tells, told again in answers to whatever a client of this API may ask for: clients differ in how they
   * create, poll and list. What the recording lacks is answered with what says nothing. The call as it is where absent.
   *
   * @param earlier the exchanges of the conversation's earlier calls, in order
   */
  retold?(call: readonly Exchange[], earlier: readonly Exchange[]): readonly Exchange[];
}
