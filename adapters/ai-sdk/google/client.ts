import { createGoogle } from '@ai-sdk/google';
import type { JsonObject } from '../../../files/canonical-json.ts';
import { baseUrlOf, type ChatClient, type ClientSettings, sendable, surfaceOf } from '../../../spec/contract/index.ts';
import { clientOf } from '../shared/client.ts';
import type { ModelOf } from '../shared/column.ts';
import { unusable } from '../shared/credentials.ts';
import { asObject } from '../shared/json.ts';
import { patching } from '../shared/patching.ts';
import { callFor, unsupportedSettings } from './call.ts';
import { readingOf } from './reading.ts';

/**
 * @param adapterId named in errors
 * @throws TypeError when the credentials or the base URL cannot be used, or the surface is not the Gemini API
 */
export function createClient(adapterId: string, settings: ClientSettings): ChatClient {
  const context = { settings, adapterId, modelOf: modelsFor(settings) };
  return clientOf(
    {
      words: {
        title: 'Google',
        requestIdHeader: 'x-request-id',
        codeOf: ({ status, type }) => status ?? type,
        retryAfterOf: retryDelay,
      },
      reading: () => readingOf(),
      call: (messages, options) => callFor(messages, options, context),
      unsupported: unsupportedSettings,
    },
    settings,
  );
}

/** Milliseconds, from the `RetryInfo` among the details: `"34.5s"`. */
function retryDelay({ details }: JsonObject): number | undefined {
  const delays = (Array.isArray(details) ? details : []).map((detail) => String(asObject(detail).retryDelay));
  const [seconds] = delays.flatMap((delay) => /^(\d+(?:\.\d+)?)s$/.exec(delay)?.[1] ?? []);
  return seconds === undefined ? undefined : Math.round(Number(seconds) * 1000);
}

/** The library's model, made of the caller's settings and of nothing else. Vertex AI has a package of its own. */
function modelsFor(settings: ClientSettings): ModelOf {
  surfaceOf(settings, 'Google, as @ai-sdk/google knows it,', ['gemini-api']);
  if (settings.credentials.type !== 'apiKey') throw unusable(settings.credentials, 'Google', ['apiKey']);
  const access = { baseURL: `${baseUrlOf(settings)}/v1beta`, apiKey: sendable(settings.credentials.apiKey) };
  // What the wire gives no id the library gives one, drawn at random; the calls of a client are numbered instead, so that two
  // runs say the same.
  let ids = 0;
  const generateId = () => `library-${++ids}`;
  return (modelId, patch) => createGoogle({ ...access, generateId, ...patching(patch) })(modelId);
}
