/**
 * Files and bytes in what a hosted tool gave. Source: `CodeExecutionOutputBlock`, `BashCodeExecutionOutputBlock`,
 * `ContainerUploadBlock`, `Base64PDFSource` and `Base64ImageSource` of `@anthropic-ai/sdk`.
 */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import { dataFact } from '../../facts/data.ts';
import type { Fact, LocatedFact } from '../../facts/fact.ts';
import { asString } from '../json.ts';
import type { PlacedBlock } from './placed.ts';

/** In the order of the block, with the place of each. */
export function mediaIn({ block, path }: PlacedBlock): LocatedFact[] {
  if (block.type === 'container_upload') return located(fileOf(block), path);
  return asString(block.type)?.endsWith('_tool_result') ? mediaOf(block.content ?? null, `${path}.content`) : [];
}

function mediaOf(value: Json, path: string): LocatedFact[] {
  if (Array.isArray(value)) return value.flatMap((element: Json, i) => mediaOf(element, `${path}[${i}]`));
  if (!isJsonObject(value)) return [];
  const type = asString(value.type) ?? '';
  if (type.endsWith('_output')) return located(fileOf(value), path);
  if (type === 'base64') return located(bytesOf(value), path);
  return Object.entries(value).flatMap(([name, member]) => mediaOf(member, `${path}.${name}`));
}

const located = (fact: Fact | undefined, path: string): LocatedFact[] => (fact ? [{ fact, path }] : []);

function fileOf({ file_id: id }: JsonObject): Fact | undefined {
  return typeof id === 'string' ? { kind: 'file', id } : undefined;
}

function bytesOf({ media_type: mediaType, data }: JsonObject): Fact | undefined {
  return typeof mediaType === 'string' && typeof data === 'string' ? dataFact(mediaType, data) : undefined;
}
