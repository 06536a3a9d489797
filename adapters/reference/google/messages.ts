/** Messages of the contract as `systemInstruction` and `contents` of the request body. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import type { ChatMessage, ChatRole, Content } from '../../../spec/contract/index.ts';
import { unsendable } from './errors.ts';
import { type KnownCalls, knownCalls } from './known-calls.ts';
import { modelParts } from './model-parts.ts';
import type { Surface } from './sdk.ts';
import { userParts } from './user-parts.ts';

export interface Conversation {
  /** Parts for `systemInstruction`, in order. */
  readonly system: JsonObject[];
  readonly contents: { readonly role: 'user' | 'model'; readonly parts: JsonObject[] }[];
}

/**
 * Roles `tool` and `user` are both the user's turn; neighbours of one role become one content. The API demands that a turn with
 * calls is followed by one with as many responses and nothing else, so these stand together, apart from what the user says, and
 * first, in the order of their calls: where the API gave no ids, that order links them. Messages without any part are left out.
 *
 * System messages go to the top, wherever they stood: the API takes them nowhere else.
 *
 * @param surface Vertex AI takes no calls of the API's own tools, which a conversation may hold that was begun elsewhere
 */
export function conversation(messages: readonly ChatMessage[], surface: Surface): Conversation {
  const result: Conversation = { system: [], contents: [] };
  const calls = knownCalls(messages);
  for (const { role: asSaid, contents } of messages) {
    if (asSaid === 'system') {
      result.system.push(...contents.flatMap(systemPart));
      continue;
    }
    const role = roles[asSaid];
    if (!role) throw unsendable(`a message has the unknown role ${JSON.stringify(asSaid)}`);
    const parts =
      role === 'model'
        ? modelParts(contents).filter((part) => surface !== 'vertex' || !isOfOwnTool(part))
        : inOrder(contents, calls).flatMap((c) => userParts(c, calls));
    const last = result.contents.at(-1);
    if (last?.role === role) last.parts.push(...parts);
    else if (parts.length > 0) result.contents.push({ role, parts });
  }
  return { ...result, contents: result.contents.flatMap(responsesApart) };
}

/** Source: `Part.toolCall` and `Part.toolResponse`, which the SDK refuses for Vertex AI. */
const isOfOwnTool = (part: JsonObject): boolean => 'toolCall' in part || 'toolResponse' in part;

function responsesApart(content: Conversation['contents'][number]): Conversation['contents'] {
  const responses = content.parts.filter((part) => 'functionResponse' in part);
  const others = content.parts.filter((part) => !('functionResponse' in part));
  return [responses, others].filter((parts) => parts.length > 0).map((parts) => ({ ...content, parts }));
}

const roles: Partial<Record<ChatRole, 'user' | 'model'>> = { assistant: 'model', user: 'user', tool: 'user' };

function inOrder(contents: readonly Content[], calls: KnownCalls): Content[] {
  const rank = (content: Content) => ('callId' in content ? (calls.get(content.callId ?? '')?.order ?? -1) : -1);
  return [...contents].sort((a, b) => rank(a) - rank(b));
}

function systemPart(content: Content): JsonObject[] {
  if (content.type !== 'text') throw unsendable(`a system message holds "${content.type}"; Google takes text alone`);
  return content.text === '' ? [] : [{ text: content.text }];
}
