/** Which conversations this client began, and with what: model, instructions and tools are said once and kept. */
import { type JsonObject, jsonEquals } from '../../../files/canonical-json.ts';
import type { Warning } from '../../../spec/contract/index.ts';
import type { Request } from './request.ts';

export class Begun {
  /** By the conversation's id. */
  readonly #with = new Map<string, JsonObject>();

  /** @param answered the id in the answer */
  note({ conversationId, atTheBeginning }: Request, answered: string | undefined): void {
    if (conversationId === undefined && answered !== undefined) this.#with.set(answered, atTheBeginning);
  }

  /** Of what a conversation that goes on did not begin with: a request that appends to it has no member for that. */
  warnings({ conversationId, atTheBeginning }: Request): Warning[] {
    if (conversationId === undefined) return [];
    // Of a conversation that somebody else began, the model is the one that was chosen there.
    const known = this.#with.get(conversationId) ?? { model: atTheBeginning.model ?? null };
    return Object.entries(atTheBeginning)
      .filter(([name, value]) => !jsonEquals(known[name] ?? null, value))
      .map(([name]) => ({
        code: 'unsupported-setting',
        message: `${name === 'model' ? 'modelId' : name} not sent: a conversation keeps what it began with, and this client did not begin it with these.`,
      }));
  }
}
