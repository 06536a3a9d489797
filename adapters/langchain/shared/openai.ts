/** What the columns of `ChatOpenAI` share: how it is reached, and how functions are chosen. */
import type { ChatOpenAICallOptions, ChatOpenAIFields } from '@langchain/openai';
import type { JsonObject } from '../../../lib/canonical-json.ts';
import {
  assertHeaderValue,
  type ChatOptions,
  type ClientSettings,
  type Credentials,
  readToken,
} from '../../../spec/contract/index.ts';
import { addressOf, toldFetch } from './client.ts';
import { defined } from './json.ts';

export const provider = 'OpenAI';

const azure = 'azure-openai';

export interface Access {
  /** Members that every model is made with, for one call. */
  readonly fields: (options: ChatOptions, sent: () => void) => ChatOpenAIFields;
  /** Is in no message; empty where the caller gives it by a function. */
  readonly secret: string;
}

/**
 * On Azure the library's documents give the same class the endpoint's `/openai/v1`, which takes keys as tokens.
 *
 * @throws TypeError when the credentials are of a kind that OpenAI does not take or cannot be sent, when the base URL is none, or
 * there is no such surface
 */
export function accessOf(settings: ClientSettings): Access {
  const address = addressOf(settings, provider, ['openai', azure, 'openai-compatible']);
  const isAzure = settings.surface === azure;
  const apiKey = keyOf(settings.credentials);
  const secret = typeof apiKey === 'string' ? apiKey : '';
  return {
    secret,
    fields: ({ modelId, maxOutputTokens, temperature, stopSequences, reasoning }, sent) =>
      defined({
        model: modelId ?? settings.model,
        apiKey,
        maxTokens: maxOutputTokens,
        temperature,
        stopSequences,
        reasoning: reasoning?.effort === undefined ? undefined : { effort: reasoning.effort },
        maxRetries: settings.retries ?? 0,
        timeout: settings.timeout,
        configuration: {
          baseURL: `${address}${isAzure ? '/openai/v1' : '/v1'}`,
          fetch: toldFetch(sent),
          // What is not said here, the SDK takes from the environment.
          organization: null,
          project: null,
          adminAPIKey: null,
          webhookSecret: null,
        },
      }),
  };
}

function keyOf(credentials: Credentials): string | (() => Promise<string>) {
  switch (credentials.type) {
    case 'apiKey':
      return assertHeaderValue(credentials.apiKey);
    case 'bearerToken':
      return assertHeaderValue(credentials.token);
    case 'tokenProvider':
      return () => readToken(credentials.getToken);
    default:
      throw new TypeError(
        `ChatOpenAI takes credentials of type "apiKey", "bearerToken" or "tokenProvider", not "${credentials.type}".`,
      );
  }
}

/** Absent where the caller leaves it to the library. The name alone stands for a function of that name. */
export function toolChoiceOf({ toolMode, tools = [] }: ChatOptions): string | undefined {
  if (toolMode?.type === 'required') return toolMode.functionName ?? 'required';
  // It says nothing without tools.
  return tools.length > 0 ? toolMode?.type : undefined;
}

/** Members of the body that `ChatOpenAI` has no field for, by its field for those. */
export const modelKwargs = (members: JsonObject): { modelKwargs?: JsonObject } =>
  Object.keys(members).length > 0 ? { modelKwargs: members } : {};

/** The format of the answer. */
export function formatOf({ responseFormat }: ChatOptions): Pick<ChatOpenAICallOptions, 'response_format'> {
  if (responseFormat?.type !== 'json') return {};
  const { schema, name = 'response' } = responseFormat;
  if (schema === undefined) return { response_format: { type: 'json_object' } };
  return { response_format: { type: 'json_schema', json_schema: { name, schema } } };
}
