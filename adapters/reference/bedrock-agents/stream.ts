/** From the events of an answer to updates. Pure: it reads any iterable of events. */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import {
  addUsage,
  type ChatResponseUpdate,
  type Content,
  type UsageDetails,
  WireError,
} from '../../../spec/contract/index.ts';
import { list, text } from '../shared/json.ts';
import { contentsOfReturnControl } from './calls.ts';
import { citationsOf } from './citations.ts';
import { TraceReader } from './traces.ts';

/** What was asked, as far as the answer is read by it. */
export interface Asked {
  /** Whether computer use was declared. */
  readonly screen: boolean;
}

/** Puts the events of one answer together: `{ chunk }`, `{ trace }`, `{ returnControl }`, `{ files }`. */
export class StreamReader {
  readonly #asked: Asked;
  readonly #traces = new TraceReader();
  /** Pieces may be cut within a character. */
  readonly #decoder = new TextDecoder();
  /** The text since the last content of another kind: offsets of citations point into it. */
  #run = '';
  #usage: UsageDetails | undefined;
  #finish: 'stop' | 'tool_calls' | undefined;

  constructor(asked: Asked) {
    this.#asked = asked;
  }

  /** @throws WireError for an event that is not what the API promises */
  read(event: unknown): ChatResponseUpdate[] {
    if (!isJsonObject(event)) throw new WireError('An event of the stream is not a JSON object.');
    return Object.entries(event).map(([type, payload]) => {
      if (!isJsonObject(payload)) throw new WireError(`The event "${type}" is not a JSON object.`);
      return { role: 'assistant', contents: this.#contents(type, payload), rawRepresentation: event };
    });
  }

  /** @throws WireError when nothing in the stream was an answer: it has no event of its own for its end */
  end(): ChatResponseUpdate {
    if (!this.#finish) throw new WireError('The stream of Amazon Bedrock Agents ended before there was an answer.');
    return {
      role: 'assistant',
      contents: this.#words(this.#decoder.decode()),
      finishReason: this.#finish,
      ...(this.#usage ? { usage: this.#usage } : {}),
    };
  }

  #contents(type: string, payload: JsonObject): Content[] {
    switch (type) {
      case 'chunk':
        this.#finish ??= 'stop';
        return this.#chunk(payload);
      case 'returnControl':
        this.#finish = 'tool_calls';
        return this.#others(contentsOfReturnControl(payload, this.#asked.screen));
      case 'files':
        return this.#others((list(payload.files) ?? []).map(fileContent));
      case 'trace': {
        const { contents, usage } = this.#traces.read(payload);
        if (usage) this.#usage = addUsage(this.#usage, usage);
        return this.#others(contents);
      }
      default:
        // Not known, so passed on as it is.
        return [];
    }
  }

  #chunk({ bytes, attribution }: JsonObject): Content[] {
    const words = this.#words(this.#decoder.decode(Buffer.from(text(bytes) ?? '', 'base64'), { stream: true }));
    const annotations = citationsOf(attribution, this.#run);
    return annotations.length > 0 ? [...words, { type: 'text', text: '', annotations }] : words;
  }

  #words(words: string): Content[] {
    this.#run += words;
    return words === '' ? [] : [{ type: 'text', text: words }];
  }

  #others(contents: Content[]): Content[] {
    if (contents.length > 0) this.#run = '';
    return contents;
  }
}

/** Source: `OutputFile`. */
function fileContent(file: Json): Content {
  const { name, type, bytes } = isJsonObject(file) ? file : {};
  const data = text(bytes);
  if (data === undefined) throw new WireError('A file of the answer has no bytes.');
  return {
    type: 'data',
    data,
    mediaType: text(type) ?? 'application/octet-stream',
    ...(typeof name === 'string' ? { name } : {}),
  };
}
