import type { Json } from '../../../files/canonical-json.ts';
import type { ChatClient, ClientSettings } from '../../../spec/contract/index.ts';
import { clientOf } from '../shared/client.ts';
import type { Reading } from '../shared/contents.ts';
import { text } from '../shared/json.ts';
import { callFor, unsupportedSettings } from './call.ts';
import { key, modelsFor } from './model.ts';

/**
 * @param adapterId named in errors
 * @throws TypeError when the credentials or the base URL cannot be used, or no region is given
 */
export function createClient(adapterId: string, settings: ClientSettings): ChatClient {
  const context = { settings, adapterId, modelOf: modelsFor(settings) };
  return clientOf(
    {
      words: {
        title: 'Amazon Bedrock',
        requestIdHeader: 'x-amzn-requestid',
        codeOf: ({ type, __type }, headers) => exception(headers['x-amzn-errortype'] ?? __type ?? type),
      },
      reading: () => reading,
      call: (messages, options) => callFor(messages, options, context),
      unsupported: (options) => unsupportedSettings(options, options.modelId ?? settings.model),
    },
    settings,
  );
}

const reading: Reading = {
  key,
  protectedData: ({ signature, redactedContent }) => text(signature) ?? text(redactedContent),
};

/** The exception's own name: in frames it begins in lower case, and in headers an address may follow it. */
const exception = (named: Json | undefined): string | undefined =>
  text(named)
    ?.replace(/^.*#|:.*$/g, '')
    .replace(/^[a-z]/, (letter) => letter.toUpperCase());
