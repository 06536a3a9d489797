/** What `ChatGoogleGenerativeAI` says of an answer: its content is the provider's parts, each with its type. */
import { isJsonObject, type JsonObject } from '../../../files/canonical-json.ts';
import type { Content } from '../../../spec/contract/index.ts';
import type { Outcome } from '../shared/client.ts';
import type { LibraryMessage, Reading } from '../shared/contents.ts';
import { defined } from '../shared/defined.ts';
import { asObject, objects, plain, text } from '../shared/json.ts';
import { cited, groundingContents, pageContents } from './grounding.ts';
import { partContents } from './parts.ts';
import { signatures } from './steady-ids.ts';

export const readingOf = (): Reading => ({ toolNames: new Map(), blocksOf, nonStandard });

/**
 * As standard blocks. The library's own translation of them names all calls after the message, and knows whose answer it is in a
 * stream alone.
 */
function blocksOf(message: LibraryMessage): JsonObject[] {
  const calls = (message.tool_calls ?? []).map(({ id }) => id);
  const signed = asObject(message.additional_kwargs[signatures]);
  let hosted = 0;
  const blocks: JsonObject[] = [];
  for (const part of partsOf(message)) {
    if (part.executableCode !== undefined || part.toolCall !== undefined) hosted++;
    const id = part.type === 'functionCall' ? calls.shift() : undefined;
    const block = standardBlock(part, id) ?? own({ part, unnamed: `hosted_${hosted}` });
    const last = blocks.at(-1);
    if (last && goesOn(last, block)) blocks.splice(-1, 1, joined(last, block));
    else blocks.push(block);
    const signature = text(id === undefined ? part.thoughtSignature : signed[id]);
    if (signature !== undefined) blocks.push(own({ signature }));
  }
  const { groundingMetadata, urlContextMetadata, finishReason, finishMessage } = metadataOf(message);
  const hasSearched = blocks.some(({ value }) => asObject(asObject(value).part).toolCall !== undefined);
  return [
    ...cited(blocks, asObject(groundingMetadata)),
    own({ groundingMetadata: groundingMetadata ?? null, hasSearched }),
    own({ urlContextMetadata: urlContextMetadata ?? null }),
    own(defined({ finishReason, finishMessage })),
  ];
}

/** @param id of the call that the part is */
function standardBlock(part: JsonObject, id: string | undefined): JsonObject | undefined {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text ?? '' };
    case 'thinking':
      return defined({ type: 'reasoning', reasoning: part.thinking ?? '', signature: part.signature });
    case 'functionCall':
      return defined({ type: 'tool_call', id });
    case 'inlineData': {
      const { mimeType = 'application/octet-stream', data = '' } = asObject(part.inlineData);
      return { type: 'file', mimeType, data };
    }
    case 'fileData': {
      const { mimeType, fileUri } = asObject(part.fileData);
      return defined({ type: 'file', mimeType, url: fileUri });
    }
    default:
      return undefined;
  }
}

/** In a stream each piece of words is a block of its own. */
const goesOn = (last: JsonObject, block: JsonObject): boolean =>
  last.type === block.type && (block.type === 'text' || (block.type === 'reasoning' && last.signature === undefined));

const joined = (last: JsonObject, block: JsonObject): JsonObject =>
  block.type === 'text'
    ? { ...block, text: `${last.text}${block.text}` }
    : { ...block, reasoning: `${last.reasoning}${block.reasoning}` };

/** Is read by {@link nonStandard}. */
const own = (value: JsonObject): JsonObject => ({ type: 'non_standard', value });

function partsOf({ content }: LibraryMessage): JsonObject[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return objects(plain(content));
}

/** Of a whole answer it stands among the additional members, of a stream in the metadata of the response. */
const metadataOf = ({ additional_kwargs, response_metadata }: LibraryMessage): JsonObject => ({
  ...asObject(additional_kwargs),
  ...asObject(response_metadata),
});

/** Parts that have no standard block, and what is told beside the parts. */
function nonStandard(block: JsonObject): Content[] {
  const { part, unnamed, signature, groundingMetadata, hasSearched, urlContextMetadata } = block;
  if (isJsonObject(part)) return partContents(part, text(unnamed) ?? '');
  if (typeof signature === 'string') {
    const rawRepresentation = { thoughtSignature: signature };
    return [{ type: 'reasoning', text: '', protectedData: signature, rawRepresentation }];
  }
  if (isJsonObject(groundingMetadata)) return groundingContents(groundingMetadata, hasSearched === true);
  if (isJsonObject(urlContextMetadata)) return pageContents(urlContextMetadata);
  return ended(block);
}

/** Why an answer ended before its time. */
function ended({ finishReason, finishMessage }: JsonObject): Content[] {
  const reason = text(finishReason) ?? 'STOP';
  if (reason === 'STOP' || reason === 'MAX_TOKENS') return [];
  return [{ type: 'error', message: text(finishMessage) || `The answer ended with ${reason}.`, errorCode: reason }];
}

const finishReasons = new Map([
  ['STOP', 'stop'],
  ['MAX_TOKENS', 'length'],
  ...['SAFETY', 'RECITATION', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII'].map(withheld),
  ...['IMAGE_SAFETY', 'IMAGE_PROHIBITED_CONTENT', 'IMAGE_RECITATION'].map(withheld),
]);

function withheld(reason: string): [string, string] {
  return [reason, 'content_filter'];
}

export const finishReasonOf = (reason: string): string => finishReasons.get(reason) ?? reason;

/** The library hands on neither the id of an answer nor the model that gave it. A call ends with STOP like any answer. */
export function outcomeOf(message: LibraryMessage): Outcome {
  const reason = text(metadataOf(message).finishReason) || undefined;
  const calls = (message.tool_calls ?? []).length > 0;
  return { finishReason: reason === 'STOP' && calls ? 'tool_calls' : reason && finishReasonOf(reason) };
}
