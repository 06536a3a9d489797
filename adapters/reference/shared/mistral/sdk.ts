/** The SDK, made of the caller's settings and of nothing else. */
import { MistralCore } from '@mistralai/mistralai/core.js';
import { SDKHooks } from '@mistralai/mistralai/hooks/hooks.js';
import type { SDKOptions } from '@mistralai/mistralai/lib/config.js';
import type { JsonObject } from '../../../../files/canonical-json.ts';
import type { ClientSettings, Credentials } from '../../../../spec/contract/index.ts';
import type { Call } from '../client.ts';
import { bearer, bearerFrom, type SecretInUse } from '../credentials.ts';
import { timerFor } from '../timer.ts';
import { providerError } from './errors.ts';
import { type Answer, WrittenExchange } from './written.ts';

/**
 * A function of the SDK (`@mistralai/mistralai/funcs/…`), with whatever input it takes for valid: what is sent is the body that
 * stands beside it.
 */
export type Operation = (
  core: MistralCore,
  options: { readonly signal: AbortSignal },
) => PromiseLike<{ readonly ok: boolean; readonly error?: unknown }>;

export interface Mistral {
  /** The answer, parsed and as it was written. @throws errors of the contract */
  answer(operation: Operation, body: JsonObject, call: Call): Promise<unknown>;
  /** The data of its events, as they were written. @throws errors of the contract, also while being iterated */
  events(operation: Operation, body: JsonObject, call: Call): AsyncIterable<unknown>;
}

/** @throws TypeError when the credentials are of a kind that Mistral does not take or cannot be sent */
export function createSdk(settings: ClientSettings, inUse: SecretInUse): Mistral {
  const options = optionsOf(settings, inUse);

  /** An exchange up to its answer's headers and, where it is no stream, to its end. */
  async function exchange(operation: Operation, body: JsonObject, call: Call): Promise<Answer> {
    const { signal } = call;
    const written = new WrittenExchange(body, signal);
    const core = new MistralCore({ ...options, httpClient: written.httpClient });
    call.phase = 'reading';
    const { error } = await Promise.resolve(operation(core, { signal })).catch((thrown: unknown) => ({
      error: thrown,
    }));
    // Whatever the SDK thinks of an answer: it is read here.
    const { answer } = written;
    if (!answer) throw error;
    if (answer.status >= 400) throw providerError(answer.json(), answer.status, answer.headers, inUse.secret);
    return answer;
  }

  return {
    answer: async (operation, body, call) => (await exchange(operation, body, call)).demandJson(),
    async *events(operation, body, call) {
      yield* (await exchange(operation, body, call)).events();
    },
  };
}

function optionsOf(settings: ClientSettings, inUse: SecretInUse): SDKOptions & { hooks: SDKHooks } {
  return {
    apiKey: authentication(settings.credentials, inUse),
    serverURL: settings.baseUrl,
    timeoutMs: timerFor(settings.timeout),
    retryConfig: { strategy: 'none' },
    // Without one, the SDK takes the console where MISTRAL_DEBUG is set, and shows it bodies and headers.
    debugLogger: { group: () => {}, groupEnd: () => {}, log: () => {} },
    hooks: withoutHooks(),
  };
}

/** Its own trace where the environment says so (MISTRAL_SDK_TELEMETRY), and write to the console. */
function withoutHooks(): SDKHooks {
  const none = {
    sdkInitHooks: [],
    beforeCreateRequestHooks: [],
    beforeRequestHooks: [],
    afterSuccessHooks: [],
    afterErrorHooks: [],
  };
  return Object.assign(new SDKHooks(), none);
}

/** Every way is sent as `Authorization: Bearer`. */
function authentication(credentials: Credentials, inUse: SecretInUse): string | (() => Promise<string>) {
  switch (credentials.type) {
    case 'apiKey':
      return bearer(credentials.apiKey, inUse);
    case 'bearerToken':
      return bearer(credentials.token, inUse);
    case 'tokenProvider':
      return () => bearerFrom(credentials.getToken, inUse);
    default:
      throw new TypeError(
        `Mistral takes credentials of type "apiKey", "bearerToken" or "tokenProvider", not "${credentials.type}".`,
      );
  }
}
