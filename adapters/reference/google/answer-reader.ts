/** Puts the responses of one answer together: a whole answer is one, a stream is many, each with more of the same candidate. */
import { randomUUID } from 'node:crypto';
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import { type ChatResponse, type Content, WireError } from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';
import { count, list, objects, text, wording } from '../shared/json.ts';
import { blocked, cutShort, finishReason, usageDetails } from './ending.ts';
import { providerError } from './errors.ts';
import {
  citationsIn,
  groundingContents,
  type PlacedCitation,
  pageContents,
  type UnplacedCitation,
} from './grounding.ts';
import { GrowingCall } from './growing-call.ts';
import { contentsOfPart, type PartContext } from './parts.ts';

/** Begins the ids of calls that the API gave none. They never go back to it. */
export const noId = 'no-id:';

/** What is known once an answer is over. */
export interface Ending extends Pick<ChatResponse, 'finishReason' | 'usage'> {
  /** Contents beyond those that were read: what was searched, why it ended. */
  readonly contents: readonly Content[];
  readonly citations: readonly (PlacedCitation | UnplacedCitation)[];
}

export class AnswerReader {
  readonly #context: PartContext;
  #words = '';
  #responseId: string | undefined;
  #modelId: string | undefined;
  #lastHostedId: string | undefined;
  #growing: GrowingCall | undefined;
  #candidate: JsonObject = {};
  #feedback: Json | undefined;
  #usage: JsonObject = {};
  #grounding: JsonObject = {};
  #pages: JsonObject = {};
  #searched = false;
  #asksTheApplication = false;

  /** @param isAction whether a call of this name acts on a screen */
  constructor(isAction: (name: string) => boolean) {
    this.#context = { isAction, newId: () => `${noId}${randomUUID()}`, lastHostedId: () => this.#lastHostedId };
  }

  get responseId(): string | undefined {
    return this.#responseId;
  }

  get modelId(): string | undefined {
    return this.#modelId;
  }

  /** All text so far. */
  get words(): string {
    return this.#words;
  }

  /**
   * What one response adds. Of several candidates the first counts: the others are other answers to the same question.
   *
   * @throws WireError when it is no response
   * @throws ProviderError when it is an error
   */
  read(response: unknown): Content[] {
    if (!isJsonObject(response)) throw new WireError('A response of Google is not a JSON object.');
    if (isJsonObject(response.error)) throw providerError(response);
    this.#responseId ??= text(response.responseId);
    this.#modelId ??= text(response.modelVersion);
    this.#feedback ??= response.promptFeedback;
    this.#usage = { ...this.#usage, ...members(response.usageMetadata) };
    const candidate = objects(response.candidates).find(({ index }, i) => (count(index) ?? i) === 0);
    return candidate ? this.#grow(candidate) : [];
  }

  /** @throws WireError when nothing says that it is over */
  end(): Ending {
    const { finishReason: reason } = this.#candidate;
    const refused = blocked(this.#feedback);
    if (reason === undefined && refused.length === 0)
      throw new WireError('The answer of Google ended without a reason to finish.');
    if (this.#growing) throw new WireError('The answer of Google ended inside a function call.');
    const told = reason === undefined ? 'PROHIBITED_CONTENT' : wording(reason);
    const grounded = Object.keys(this.#grounding).length > 0;
    return {
      contents: [
        ...(grounded ? groundingContents(this.#grounding, this.#searched, this.#context.newId) : []),
        ...(Object.keys(this.#pages).length > 0 ? pageContents(this.#pages) : []),
        ...cutShort(this.#candidate),
        ...refused,
      ],
      citations: citationsIn(this.#grounding, this.#words),
      ...defined({
        finishReason: told && finishReason(told, this.#asksTheApplication),
        usage: usageDetails(this.#usage),
      }),
    };
  }

  #grow(candidate: JsonObject): Content[] {
    this.#candidate = { ...this.#candidate, ...members(candidate) };
    this.#grounding = { ...this.#grounding, ...members(candidate.groundingMetadata) };
    this.#pages = { ...this.#pages, ...members(candidate.urlContextMetadata) };
    const parts = isJsonObject(candidate.content) ? (list(candidate.content.parts) ?? []) : [];
    return parts.flatMap((part) => this.#part(part));
  }

  #part(part: Json): Content[] {
    if (!isJsonObject(part)) throw new WireError('A part of the content is not a JSON object.');
    const whole = this.#wholeCall(part);
    if (whole === undefined) return [];
    const contents = contentsOfPart(whole, this.#context);
    this.#searched ||= isJsonObject(whole.toolCall);
    for (const content of contents) {
      if (content.type === 'text') this.#words += content.text;
      if (content.type === 'hosted-tool-call') this.#lastHostedId = content.callId;
      this.#asksTheApplication ||= content.type === 'function-call' || content.type === 'action-call';
    }
    return contents;
  }

  /** The part; `undefined` while it is a piece of a call that goes on, and the whole call once it ends. */
  #wholeCall(part: JsonObject): JsonObject | undefined {
    const { functionCall: call } = part;
    if (!isJsonObject(call)) return part;
    this.#growing ??= new GrowingCall(part, call);
    if (!this.#growing.take(call)) return undefined;
    const { whole } = this.#growing;
    this.#growing = undefined;
    return whole;
  }
}

/** Members that say something. */
function members(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null)) : {};
}
