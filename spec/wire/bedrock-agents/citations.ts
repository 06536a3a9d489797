/** Source: `Attribution`, `Citation`, `RetrievalResultLocation` of `@aws-sdk/client-bedrock-agent-runtime`. */
import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import type { LocatedFact } from '../../facts/fact.ts';
import { asArray, asObject, asString } from '../json.ts';

/** The member that names the source, by kind of location. */
const naming: readonly (readonly [location: string, member: string])[] = [
  ['s3Location', 'uri'],
  ['webLocation', 'url'],
  ['confluenceLocation', 'url'],
  ['salesforceLocation', 'url'],
  ['sharePointLocation', 'url'],
  ['kendraDocumentLocation', 'uri'],
  ['oneDriveLocation', 'url'],
  ['googleDriveLocation', 'url'],
  ['customDocumentLocation', 'id'],
  ['sqlLocation', 'query'],
];

/** The citations in `attribution`, one for each reference. The cited part of the answer is quoted. */
export function citationsIn(attribution: Json | undefined, path: string): LocatedFact[] {
  return (asArray(asObject(attribution)?.citations) ?? []).flatMap((citation, c) => {
    const { generatedResponsePart, retrievedReferences } = asObject(citation) ?? {};
    const span = asString(asObject(asObject(generatedResponsePart)?.textResponsePart)?.text);
    return (asArray(retrievedReferences) ?? []).flatMap((reference, r): LocatedFact[] => {
      const known = asObject(reference);
      if (!known) return [];
      const quote = asString(asObject(known.content)?.text);
      const fact = {
        kind: 'citation' as const,
        target: targetOf(known),
        ...(span === undefined ? {} : { span }),
        ...(quote === undefined ? {} : { quote }),
      };
      return [{ fact, path: `${path}.citations[${c}].retrievedReferences[${r}]` }];
    });
  });
}

function targetOf({ location, metadata }: JsonObject): string {
  const place = asObject(location) ?? {};
  const named = naming.flatMap(([kind, member]) => asString(asObject(place[kind])?.[member]) ?? []);
  return named[0] ?? asString(asObject(metadata)?.['x-amz-bedrock-kb-source-uri']) ?? '';
}
