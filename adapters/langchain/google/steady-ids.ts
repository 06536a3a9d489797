/** Ids that the library draws at random, where the wire says none. */
import type { LibraryMessage } from '../shared/contents.ts';
import { asObject, objects, plain, text } from '../shared/json.ts';

/** Under which the library keeps what signs a call, by the id of the call; it gives it back under the same. */
export const signatures = '__gemini_function_call_thought_signatures__';

/**
 * Gives messages of one client numbers instead, so that two runs say the same. Nothing reads these ids but the caller and the library,
 * which links a result to the name of its function by them; none is sent.
 */
export function steadyIds(): (message: LibraryMessage) => void {
  let count = 0;
  return (message) => {
    const said = new Set(
      objects(plain(message.content)).flatMap(({ functionCall }) => text(asObject(functionCall).id) ?? []),
    );
    const numbers = new Map<string, string>();
    for (const { id } of message.tool_calls ?? []) {
      if (id !== undefined && !said.has(id)) numbers.set(id, `library-${++count}`);
    }
    if (numbers.size === 0) return;
    const renamed = (id: string) => numbers.get(id) ?? id;
    const chunks = 'tool_call_chunks' in message ? (message.tool_call_chunks ?? []) : [];
    for (const call of [...(message.tool_calls ?? []), ...chunks]) {
      if (call.id !== undefined) call.id = renamed(call.id);
    }
    const signed = Object.entries(asObject(message.additional_kwargs[signatures]));
    if (signed.length > 0) {
      message.additional_kwargs[signatures] = Object.fromEntries(signed.map(([id, value]) => [renamed(id), value]));
    }
  };
}
