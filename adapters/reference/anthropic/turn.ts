/** A turn of the model, over as many exchanges as the API cuts it into. */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import { type ChatResponse, type ChatResponseUpdate, foldUpdates } from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';
import { objects, text } from '../shared/json.ts';

/** A turn that pauses more often than this is given back as it is, with the finish reason `pause_turn`. */
export const mostContinuations = 10;

/**
 * The API pauses a long turn of tools that it runs itself (stop reason `pause_turn`) and goes on when what it said is sent
 * back unchanged. To the caller that is one response: one message, with the usage of all exchanges.
 */
export class Turn {
  #body: JsonObject;
  #continuations = 0;
  #messageId: string | undefined;

  constructor(body: JsonObject) {
    this.#body = body;
  }

  /** What the next exchange sends. */
  get body(): JsonObject {
    return this.#body;
  }

  /**
   * Takes in the message that ended an exchange, whole and as the API wrote it. True when the turn goes on, with a new
   * {@link body}.
   */
  goesOn(message: Json | undefined): boolean {
    if (!isJsonObject(message) || !this.#continues(text(message.stop_reason))) return false;
    this.#continuations++;
    this.#body = continued(this.#body, message);
    return true;
  }

  /** An update as part of the turn: under the id of its first message, and without a reason to finish while it goes on. */
  part<T extends ChatResponseUpdate>(update: T): T {
    const { finishReason, ...rest } = update;
    this.#messageId ??= update.messageId;
    return {
      ...rest,
      ...(finishReason === undefined || this.#continues(finishReason) ? {} : { finishReason }),
      ...(update.messageId === undefined ? {} : { messageId: this.#messageId }),
    } as T;
  }

  /** The responses of its exchanges as one. */
  whole(responses: readonly ChatResponse[]): ChatResponse {
    const [only, second] = responses;
    if (only && !second) return only;
    return {
      ...foldUpdates(responses.map((response) => this.part(asUpdate(response)))),
      rawRepresentation: responses.map(({ rawRepresentation }) => rawRepresentation ?? null),
    };
  }

  #continues(reason: string | undefined): boolean {
    return reason === 'pause_turn' && this.#continuations < mostContinuations;
  }
}

/**
 * The request again, with what the assistant said so far at the end of it, in the container in which its code ran. The API makes
 * one turn of neighbours of one role.
 */
function continued(body: JsonObject, message: JsonObject): JsonObject {
  return defined({
    ...body,
    messages: [...objects(body.messages), { role: 'assistant', content: message.content ?? [] }],
    container: container(body.container, message.container),
  });
}

function container(asked: Json | undefined, used: Json | undefined): Json | undefined {
  if (!isJsonObject(used) || typeof used.id !== 'string' || typeof asked === 'string') return asked;
  return isJsonObject(asked) ? { ...asked, id: used.id } : used.id;
}

function asUpdate(response: ChatResponse): ChatResponseUpdate {
  const { messages, responseId, modelId, finishReason, usage } = response;
  const [message] = messages;
  return defined({
    role: 'assistant' as const,
    contents: message?.contents ?? [],
    messageId: message?.messageId,
    responseId,
    modelId,
    finishReason,
    usage,
  });
}
