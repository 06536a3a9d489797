/** What one provider API adds to what all columns share. */
import {
  assertHeaderValue,
  type ChatOptions,
  type ChatResponse,
  type Citation,
  type ClientSettings,
  type Credentials,
  readToken,
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
  | 'responseFormat'
  | 'reasoning.budgetTokens'
  | 'reasoning.effort'
  | 'rawRepresentation'
  | 'store';

/** What a provider tells, and a completion has no member for. */
export interface OriginalMetadata extends Pick<ChatResponse, 'responseId' | 'modelId'> {
  readonly messageId?: string;
  readonly reasoningTokens?: number;
  /** What the words rest on, in their order. */
  readonly citations?: readonly Citation[];
}

export interface Column {
  /** The provider, as messages name it. */
  readonly title: string;
  /** In whose words raw tools can be. */
  readonly providerApi: string;
  readonly words: ErrorWords;
  /**
   * The options of the driver, by which it knows them: `_option_id` and the others.
   *
   * @param hasThoughts the caller can take thoughts, where there are any
   */
  modelOptions(options: ChatOptions, settings: ClientSettings, hasThoughts: boolean): { readonly _option_id: string };
  /** That, of the provider's own answer: drivers hand it out where they are asked to, of an answer that came whole. */
  readOriginalResponse?(original: unknown): OriginalMetadata;
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

/** A key or a token, or a function that gives tokens. */
export interface Access {
  /** In no message; empty where a function gives tokens. */
  readonly secret: string;
  readonly isKey: boolean;
  /** Called before each request. */
  readonly getToken?: () => Promise<string>;
}

/** @throws TypeError when the credentials are of a kind that no driver takes, or cannot be sent */
export function accessOf(credentials: Credentials, title: string): Access {
  switch (credentials.type) {
    case 'apiKey':
      return { secret: assertHeaderValue(credentials.apiKey), isKey: true };
    case 'bearerToken':
      return { secret: assertHeaderValue(credentials.token), isKey: false };
    case 'tokenProvider':
      return { secret: '', isKey: false, getToken: () => readToken(credentials.getToken) };
    default:
      throw new TypeError(`Llumiverse's ${title} driver takes no credentials of type "${credentials.type}".`);
  }
}

/** Drivers want a key to be made; the client of the SDK, which is theirs, then has what is sent. */
export const placeholder = 'given-by-a-function';

/** The limits of a connection, as drivers take them; a driver counts them by the second. */
export const httpTimeoutOf = ({ timeout }: Pick<ClientSettings, 'timeout'>) => ({
  headersTimeout: timeout,
  bodyTimeout: timeout,
  connectTimeout: timeout,
});
