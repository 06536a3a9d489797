/** Where the blocks and tools of a request stand. Source: `ConverseRequest` of `@aws-sdk/client-bedrock-runtime`. */
import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import { asArray, asObject } from '../json.ts';
import { inside } from './union.ts';

/** A block of a message: the members of the one kind it is of. */
export interface FoundBlock {
  /** `body.messages[2].content[0].toolUse`. */
  readonly path: string;
  readonly turn: number;
  readonly role: Json | undefined;
  readonly value: Json;
}

/** Messages of a request, each with its place. */
export const messagesIn = (body: JsonObject): { path: string; message: JsonObject }[] =>
  (asArray(body.messages) ?? []).map((message, i) => ({ path: `body.messages[${i}]`, message: inside(message) }));

/** Blocks of a kind in the messages of a request. */
export const blocksIn = (body: JsonObject, kind: string): FoundBlock[] =>
  messagesIn(body).flatMap(({ path, message: { role, content } }, turn) =>
    (asArray(content) ?? []).flatMap((block, i) => {
      const value = asObject(block)?.[kind] ?? null;
      return value === null ? [] : [{ path: `${path}.content[${i}].${kind}`, turn, role, value }];
    }),
  );

/** Calls and their answers that are the application's: a hosted tool's stand together in the model's own message. */
export const pairedBlocks = (body: JsonObject) => ({
  calls: blocksIn(body, 'toolUse').filter(({ value }) => inside(value).type !== 'server_tool_use'),
  answers: blocksIn(body, 'toolResult').filter(({ role }) => role === 'user'),
});

/** Functions that a request declares. */
export const functionsIn = (body: JsonObject): { path: string; tool: JsonObject }[] =>
  (asArray(inside(body.toolConfig).tools) ?? []).flatMap((declared, i) => {
    const tool = asObject(asObject(declared)?.toolSpec);
    return tool ? [{ path: `body.toolConfig.tools[${i}].toolSpec`, tool }] : [];
  });
