/** What one provider API adds to what all columns share. */
import {
  assertHeaderValue,
  type ChatOptions,
  type ChatResponse,
  type ClientSettings,
  type Credentials,
  type Tool,
} from '../../../spec/contract/index.ts';

/** How the driver and its SDK say what the provider answered, where it is an error. */
export interface ErrorWords {
  /** The provider's own code or type of an error, of what the SDK threw. */
  codeOf(original: unknown): string | undefined;
  /** The header that names a request, where the SDK's error has no member for it. */
  readonly requestIdHeader?: string;
}

/** Settings that a caller can give and that a library may have no word for. */
export type Setting =
  | 'tools.strict'
  | 'toolMode'
  | 'toolMode.functionName'
  | 'allowMultipleToolCalls'
  | 'stopSequences'
  | 'reasoning.budgetTokens'
  | 'reasoning.effort'
  | 'rawRepresentation'
  | 'store';

/** What a provider tells, and a completion has no member for. */
export interface Untold extends Pick<ChatResponse, 'responseId' | 'modelId'> {
  readonly messageId?: string;
  readonly reasoningTokens?: number;
}

export interface Column {
  /** The provider, as messages name it. */
  readonly title: string;
  readonly words: ErrorWords;
  /**
   * The options of the driver, by which it knows them: `_option_id` and the others.
   *
   * @param hasThoughts the caller can take thoughts, where there are any
   */
  modelOptions(options: ChatOptions, settings: ClientSettings, hasThoughts: boolean): { readonly _option_id: string };
  /** That, of the provider's own answer: drivers hand it out where they are asked to, of an answer that came whole. */
  readOriginalResponse?(original: unknown): Untold;
  /** What the driver has no option for, whatever the value: the bridge warns of it. */
  readonly unsupportedOptions: readonly Setting[];
  /** What it has no option for either, and without which another request would be sent: the bridge sends nothing. */
  readonly unsayable?: readonly Setting[];
  /** Tools besides functions, for which `modelOptions` has an option of the driver. */
  readonly tools?: readonly Tool['type'][];
  /**
   * The id to go on with in a conversation that the provider stores, whose id `modelOptions` sends.
   *
   * @param given the id that was sent
   * @param responseId that of the answer, where the library tells it
   */
  nextId?(given: string, responseId: string | undefined): string | undefined;
  /** The provider stores no conversations, so an id of one means nothing to it: the bridge warns, and sends all messages. */
  readonly isStateless?: boolean;
}

// What a caller gives to make a client, as drivers take it. Pure.

/**
 * A key, for drivers that take one as a string.
 *
 * @param isBearer the driver sends it as `Authorization: Bearer`, so that a token is one too
 * @throws TypeError when the credentials are of another kind, or cannot be sent
 */
export function keyOf(credentials: Credentials, title: string, isBearer: boolean): string {
  if (credentials.type === 'apiKey') return assertHeaderValue(credentials.apiKey);
  if (isBearer && credentials.type === 'bearerToken') return assertHeaderValue(credentials.token);
  const usable = isBearer ? '"apiKey" or "bearerToken"' : '"apiKey"';
  throw new TypeError(`Llumiverse's ${title} driver takes credentials of type ${usable}, not "${credentials.type}".`);
}

/** The limits of a connection, as drivers take them; a driver counts them by the second. */
export const httpTimeoutOf = ({ timeout }: Pick<ClientSettings, 'timeout'>) => ({
  headersTimeout: timeout,
  bodyTimeout: timeout,
  connectTimeout: timeout,
});
