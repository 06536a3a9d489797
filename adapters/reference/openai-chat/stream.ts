/** From the chunks of a stream to updates. Pure: it reads any iterable of chunks. */
import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import { type ChatResponseUpdate, type Content, WireError } from '../../../spec/contract/index.ts';
import { finishReason, GrowingCalls, usageDetails } from '../shared/chat.ts';
import { defined, list, text } from '../shared/json.ts';
import { calls, citations, refusal } from './response.ts';

/**
 * Words come as they arrive; calls, refusal and citations in one last update, when all of them are whole. Of several choices the
 * first is the answer.
 *
 * @throws WireError when the stream is not what the API promises, above all when it ends before it says why
 */
export async function* updatesFromChunks(chunks: AsyncIterable<unknown>): AsyncGenerator<ChatResponseUpdate> {
  const reader = new StreamReader();
  for await (const chunk of chunks) yield reader.read(chunk);
  yield reader.end();
}

class StreamReader {
  readonly #calls = new GrowingCalls('index');
  readonly #annotations: Json[] = [];
  #words = '';
  #refusal = '';
  #legacy: JsonObject | undefined;
  #finish: Json | undefined;
  #usage: Json | undefined;

  read(chunk: unknown): ChatResponseUpdate {
    if (!isJsonObject(chunk)) throw new WireError('A chunk of the stream is not a JSON object.');
    // Some servers say it with every chunk; the last one counts.
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
    if (typeof this.#finish !== 'string') throw new WireError('The stream of OpenAI ended before its answer was over.');
    const message: JsonObject = defined({
      refusal: this.#refusal,
      tool_calls: this.#calls.whole(),
      function_call: this.#legacy,
    });
    const annotations = citations(this.#annotations, this.#words);
    const cited: Content[] = annotations ? [{ type: 'text', text: '', annotations }] : [];
    const contents = [...cited, ...refusal(message), ...calls(message)];
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
    this.#refusal += text(delta.refusal) ?? '';
    this.#annotations.push(...(list(delta.annotations) ?? []));
    if (isJsonObject(delta.function_call)) this.#growLegacy(delta.function_call);
    const piece = text(delta.content) ?? '';
    this.#words += piece;
    return piece === '' ? [] : [{ type: 'text', text: piece }];
  }

  #growLegacy({ name, arguments: piece }: JsonObject): void {
    this.#legacy = {
      name: text(name) || text(this.#legacy?.name) || '',
      arguments: (text(this.#legacy?.arguments) ?? '') + (text(piece) ?? ''),
    };
  }
}
