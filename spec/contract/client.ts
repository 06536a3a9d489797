import type { ChatMessage, ChatResponse, ChatResponseUpdate } from './messages.ts';
import type { ChatOptions } from './options.ts';

/** How to prove who calls. Always given by the caller: an adapter never goes looking for credentials. */
export type Credentials =
  | { readonly type: 'apiKey'; readonly apiKey: string }
  | { readonly type: 'bearerToken'; readonly token: string }
  | {
      readonly type: 'awsKeys';
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
      readonly sessionToken?: string;
    }
  | { readonly type: 'tokenProvider'; readonly getToken: () => Promise<string> };

/** What a client needs to know before its first call. */
export interface ClientSettings {
  /** Base URL of the provider API. A slash at its end means nothing. */
  readonly baseUrl: string;
  /**
   * Further services that the provider API is made of, by the names that the matrix gives them: `control` … Origins, without a
   * path. A request that belongs there is sent there, and all others to the base URL.
   */
  readonly endpoints?: Readonly<Record<string, string>>;
  readonly model: string;
  readonly credentials: Credentials;
  /** The variant of the provider API, or a version of it, as the matrix names it; its first one where absent. */
  readonly surface?: string;
  /** Names of the caller's own resources, as the matrix calls them: `region`, `project`, `location`, `agentId` … */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Default for `ChatOptions.maxOutputTokens`, for APIs that demand one. */
  readonly maxOutputTokens: number;
  /** Time one HTTP exchange may take, in milliseconds. */
  readonly timeout: number;
  /**
   * How many times one request may be sent again by itself, where another try makes sense; never where absent. What has begun to answer is
   * never sent again, and where an answer says when to come again, a client waits that long. An adapter that never sends anything again
   * need not read it.
   */
  readonly retries?: number;
  /** Waits between polls and before another try, in milliseconds; replay gives one that returns at once. */
  readonly wait: (milliseconds: number) => Promise<void>;
  /**
   * The certificate, PEM, of the only CA to trust for `baseUrl` and `endpoints`; absent: as the platform does. An adapter in this process
   * need not read it, for where replay needs a CA of its own, this whole process trusts it.
   */
  readonly caCertificate?: string;
}

/** What surrounds one call: not data, so not part of the options. */
export interface CallContext {
  /** Once it is aborted, the call ends with an AbortedError and nothing more is sent: the provider bills what arrives. */
  readonly signal?: AbortSignal;
}

/**
 * A conversation partner, after `IChatClient` of Microsoft.Extensions.AI.
 *
 * Calls that the provider makes by itself (polls, steps, continuing a paused turn) are part of one `getResponse`. Whenever
 * the application must act, `getResponse` ends and returns the content that asks for it. A client never retries by itself, unless its
 * settings say how often. It is used by several conversations at once.
 */
export interface ChatClient {
  /** @throws errors of `errors.ts`, and no others. */
  getResponse(messages: readonly ChatMessage[], options?: ChatOptions, context?: CallContext): Promise<ChatResponse>;
  /** @throws errors of `errors.ts`, and no others, while being iterated. */
  getStreamingResponse(
    messages: readonly ChatMessage[],
    options?: ChatOptions,
    context?: CallContext,
  ): AsyncIterable<ChatResponseUpdate>;
  /** Deletes remote resources that this client created. Called once more, it has nothing left to do. */
  close(): Promise<void>;
}

/** What conversations may need besides a tool. */
export const features = ['streaming', 'reasoning', 'citations', 'approvals'] as const;

/** What an adapter means to support. The rest is not run and not counted; what is named here and works in no core case fails. */
export interface Capabilities {
  /** Rows of the matrix, such as `web-search`; all, where absent. */
  readonly tools?: readonly string[];
  /** All, where absent. */
  readonly features?: readonly (typeof features)[number][];
}

/** Code that maps the abstract tools to one provider API. */
export interface Adapter {
  /** `<implementation>-<provider API>`, such as `reference-anthropic`. */
  readonly id: string;
  /** The family this adapter belongs to: `reference`, `ai-sdk`, … */
  readonly implementation: string;
  /** The matrix column. */
  readonly providerApi: string;
  /** Everything, where absent. */
  readonly capabilities?: Capabilities;
  /** @throws {TypeError} the settings cannot be used; its message repeats no secret. */
  createClient(settings: ClientSettings): ChatClient;
  /** The process that it runs in, where that is not this one: then its requests cannot be caught here. */
  readonly process?: AdapterProcess;
}

/** A process that all clients of an adapter share. */
export interface AdapterProcess {
  /**
   * Starts it, unless it runs.
   *
   * @throws {Error} named `MissingPrerequisiteError`: this machine lacks what it takes to run it.
   * @throws {Error} it does not start, or speaks another version of the contract.
   */
  start(): Promise<void>;
  /** Ends it, at once where a call waits for it; returns when it is gone. Whatever starts it again gets a fresh one. @throws never */
  stop(): Promise<void>;
  /** Returns once why the process failed while no call waited for it. No case that runs later is to blame. */
  unreported?(): string | undefined;
}
