/** From the responses of a stream to updates. Pure: it reads any iterable of responses. */
import type { Json } from '../../../lib/canonical-json.ts';
import type { ChatResponseUpdate, Content } from '../../../spec/contract/index.ts';
import { defined } from '../shared/json.ts';
import { AnswerReader, type Ending, unplaced } from './response.ts';

/**
 * @param isAction whether a call of this name acts on a screen
 * @throws WireError when the stream is not what the API promises, above all when it ends without a reason to finish
 * @throws ProviderError for an error inside the stream
 */
export async function* updatesFromResponses(
  responses: AsyncIterable<Json>,
  isAction: (name: string) => boolean,
): AsyncGenerator<ChatResponseUpdate> {
  const reader = new AnswerReader(isAction);
  const run = new TextRun();
  const envelope = () => {
    const { responseId, modelId } = reader;
    return defined({ role: 'assistant' as const, messageId: responseId, responseId, modelId });
  };
  for await (const response of responses) {
    const contents = run.take(reader.read(response));
    yield { ...envelope(), contents, rawRepresentation: response };
  }
  const { contents, citations, ...ending } = reader.end();
  yield { ...envelope(), contents: [...run.end(citations, reader.words.length), ...contents], ...ending };
}

/**
 * Keeps the text that was told last open for citations: they come when the words are out, and are joined with words that
 * nothing else has followed. A signature, or any thought, after words therefore waits for what comes next.
 */
class TextRun {
  /** Length of the text that the pieces told last make together. */
  #length = 0;
  #waiting: Content[] = [];

  take(contents: readonly Content[]): Content[] {
    return contents.flatMap((content) => {
      if (content.type === 'reasoning' && this.#length > 0 && this.#waiting.length === 0) {
        this.#waiting = [content];
        return [];
      }
      const before = this.#waiting;
      this.#waiting = [];
      const joins = content.type === 'text' && content.rawRepresentation === undefined;
      this.#length = joins ? (before.length > 0 ? 0 : this.#length) + content.text.length : 0;
      return [...before, content];
    });
  }

  /** @param total length of all text of the answer */
  end(citations: Ending['citations'], total: number): Content[] {
    const from = total - this.#length;
    const isHere = (each: Ending['citations'][number]) => 'start' in each && each.start >= from;
    const here = citations.flatMap((each) =>
      'start' in each && isHere(each)
        ? { ...each.citation, startIndex: each.start - from, endIndex: each.end - from }
        : [],
    );
    return [
      ...(here.length > 0 ? [{ type: 'text' as const, text: '', annotations: here }] : []),
      ...this.#waiting,
      ...unplaced(citations.filter((each) => !isHere(each))),
    ];
  }
}
