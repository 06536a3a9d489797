/** What a hosted tool gave, where it is plain to see. The rest stays in `rawRepresentation`. */
import { isJsonObject, type JsonObject } from '../../../files/canonical-json.ts';
import type { HostedToolResultContent } from '../../../spec/contract/index.ts';
import { objects, text } from '../shared/json.ts';

type Output = HostedToolResultContent['outputs'][number];

/** Source: `CodeExecutionResult`: standard output where it went well, else standard error or another description. */
export function codeOutputs({ outcome, output }: JsonObject): Output[] {
  const words = text(output) ?? '';
  const how = text(outcome) ?? 'OUTCOME_OK';
  if (how !== 'OUTCOME_OK') return [{ type: 'error', message: words === '' ? how : words, errorCode: how }];
  return words === '' ? [] : [{ type: 'text', text: words }];
}

/** Source: `UrlContextMetadata`. */
export function pageOutputs({ urlMetadata }: JsonObject): Output[] {
  return objects(urlMetadata).map(({ retrievedUrl, urlRetrievalStatus: status }): Output => {
    const uri = text(retrievedUrl) ?? '';
    const how = text(status) ?? '';
    return how === '' || how.endsWith('_SUCCESS')
      ? { type: 'uri', uri }
      : { type: 'error', message: `${uri} was not read.`, errorCode: how };
  });
}

/** Source: `GroundingChunk`: an address, what was found in it, or both. */
export function groundingOutputs({ groundingChunks }: JsonObject): Output[] {
  return objects(groundingChunks)
    .flatMap((chunk) => Object.values(chunk).filter(isJsonObject))
    .flatMap((source): Output[] => {
      const uri = text(source.uri);
      const words = text(source.text);
      if (words === undefined) return uri === undefined ? [] : [{ type: 'uri', uri }];
      return [{ type: 'text', text: words, ...(uri === undefined ? {} : { annotations: [{ url: uri }] }) }];
    });
}
