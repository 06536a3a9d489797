/** Knowledge bases, the one tool of this API that is typed here and not by the contract (Option 2). */
import type { JsonObject } from '../../../files/canonical-json.ts';
import { InvalidToolError, type Tool } from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';

const members = ['knowledgeBaseId', 'description', 'numberOfResults', 'overrideSearchType', 'filter'];

/**
 * The provider-specific tool `knowledge-bases`. Its settings are `knowledgeBaseId` and `description`, both demanded,
 * `numberOfResults`, `overrideSearchType` (`HYBRID` or `SEMANTIC`) and `filter`, a `RetrievalFilter` in the API's own words.
 *
 * Source: `KnowledgeBase` and `KnowledgeBaseVectorSearchConfiguration` of the SDK.
 *
 * @throws InvalidToolError for a setting that is missing or that there is not
 */
export function knowledgeBaseToWire({ name, settings }: Extract<Tool, { type: 'provider-specific' }>): JsonObject {
  const unknown = Object.keys(settings).find((member) => !members.includes(member));
  if (unknown !== undefined) {
    throw new InvalidToolError(name, `there is no setting "${unknown}"; there are ${members.join(', ')}.`);
  }
  const demanded = (member: string) => {
    const value = settings[member];
    if (typeof value === 'string' && value !== '') return value;
    throw new InvalidToolError(name, `its setting "${member}" must be a text.`);
  };
  const { numberOfResults, overrideSearchType, filter } = settings;
  const vectorSearchConfiguration: JsonObject = defined({ numberOfResults, overrideSearchType, filter });
  return defined({
    knowledgeBaseId: demanded('knowledgeBaseId'),
    description: demanded('description'),
    retrievalConfiguration:
      Object.keys(vectorSearchConfiguration).length > 0 ? { vectorSearchConfiguration } : undefined,
  });
}
