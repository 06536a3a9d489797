/** From the chunks of a stream to updates. Pure: it reads any iterable of chunks. */
import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import { type ChatResponseUpdate, type Content, WireError } from '../../../spec/contract/index.ts';
import { contentOfCall, finishReason, GrowingCalls, usageDetails } from '../shared/chat.ts';
import { defined, list, text } from '../shared/json.ts';
import { providerError } from '../shared/mistral.ts';
import { contentsOfPart, partsOf, wordsOfThought } from './response.ts';

/**
 * Words and thoughts come as they arrive; a thought is whole when something else begins, and calls in one last update.
 *
 * @throws WireError when the stream is not what the API promises, above all when it ends before it says why
 * @throws ProviderError for an error inside the stream
 */
export async function* updatesFromChunks(chunks: AsyncIterable<unknown>): AsyncGenerator<ChatResponseUpdate> {
  const reader = new StreamReader();
  for await (const chunk of chunks) yield reader.read(chunk);
  yield reader.end();
}

class StreamReader {
  // Several calls may come in one chunk, each whole, all with the same index or none.
  readonly #calls = new GrowingCalls('id');
  #thought: JsonObject | undefined;
  #finish: Json | undefined;
  #usage: Json | undefined;

  read(chunk: unknown): ChatResponseUpdate {
    if (!isJsonObject(chunk)) throw new WireError('A chunk of the stream is not a JSON object.');
    if (isJsonObject(chunk.error) || chunk.object === 'error') {
      throw providerError(isJsonObject(chunk.error) ? chunk.error : chunk);
    }
    if (isJsonObject(chunk.usage)) this.#usage = chunk.usage;
    const choice = (list(chunk.choices) ?? []).filter(isJsonObject).find(({ index }) => (index ?? 0) === 0);
    const contents = choice ? this.#choice(choice) : [];
    return defined({
      role: 'assistant' as const,
      contents,
      responseId: text(chunk.id) || undefined,
      modelId: text(chunk.model) || undefined,
      rawRepresentation: chunk,
    });
  }

  end(): ChatResponseUpdate {
    if (typeof this.#finish !== 'string')
      throw new WireError('The stream of Mistral ended before its answer was over.');
    const contents = [...this.#endThought(), ...this.#calls.whole().map(contentOfCall)];
    return defined({
      role: 'assistant' as const,
      contents,
      finishReason: finishReason(this.#finish, contents),
      usage: usageDetails(this.#usage),
    });
  }

  /** What of it can be told at once. */
  #choice({ delta, finish_reason: finish }: JsonObject): Content[] {
    if (typeof finish === 'string') this.#finish = finish;
    if (!isJsonObject(delta)) return [];
    for (const piece of list(delta.tool_calls) ?? []) this.#calls.add(piece);
    return partsOf(delta.content).flatMap((part) => this.#part(part));
  }

  #part(part: Json): Content[] {
    if (!isJsonObject(part) || part.type !== 'thinking') {
      const contents = contentsOfPart(part);
      return contents.length > 0 ? [...this.#endThought(), ...contents] : [];
    }
    const before = this.#thought;
    const thinking = [...(list(before?.thinking) ?? []), ...(list(part.thinking) ?? [])];
    this.#thought = { ...before, ...part, thinking };
    const words = wordsOfThought(part);
    const said: Content[] = words === '' ? [] : [{ type: 'reasoning', text: words }];
    return part.closed === true || typeof part.signature === 'string' ? [...said, ...this.#endThought()] : said;
  }

  /** The thought as a whole, without words: they are out. */
  #endThought(): Content[] {
    const whole = this.#thought;
    this.#thought = undefined;
    if (!whole) return [];
    return [{ type: 'reasoning', text: '', protectedData: text(whole.signature) ?? '', rawRepresentation: whole }];
  }
}
