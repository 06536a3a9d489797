/** From the body of a response to the contract. Pure. */
import type { Json } from '../../../files/canonical-json.ts';
import { type ChatResponse, type Content, foldUpdates } from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';
import { nonEmpty } from '../shared/json.ts';
import { AnswerReader, type Ending } from './answer-reader.ts';
import { unplaced } from './grounding.ts';

/**
 * @param body the body, parsed
 * @param isAction whether a call of this name acts on a screen
 * @throws WireError when it is no response
 * @throws ProviderError when it is an error that came with a status of success
 */
export function responseFromBody(body: Json | undefined, isAction: (name: string) => boolean): ChatResponse {
  const reader = new AnswerReader(isAction);
  const read = reader.read(body);
  const { contents, citations, ...ending } = reader.end();
  // Neighbouring pieces are one, as in a stream.
  const [message] = foldUpdates([{ contents: read }]).messages;
  const all = [...cited(message?.contents ?? [], citations), ...contents];
  const messageId = reader.responseId;
  return defined({
    messages: all.length > 0 ? [defined({ role: 'assistant' as const, contents: all, messageId })] : [],
    responseId: messageId,
    modelId: reader.modelId,
    ...ending,
    warnings: [],
    rawRepresentation: body,
  });
}

/** Each citation goes to the text that holds its words. */
function cited(contents: readonly Content[], citations: Ending['citations']): Content[] {
  const left = new Set(citations);
  let start = 0;
  const placed = contents.map((content) => {
    if (content.type !== 'text') return content;
    const from = start;
    const end = from + content.text.length;
    start = end;
    const own = [...left].flatMap((each) => ('start' in each && each.start >= from && each.end <= end ? each : []));
    for (const each of own) left.delete(each);
    const annotations = own.map((each) => ({
      ...each.citation,
      startIndex: each.start - from,
      endIndex: each.end - from,
    }));
    return defined({ ...content, annotations: nonEmpty(annotations) });
  });
  return [...placed, ...unplaced([...left])];
}
