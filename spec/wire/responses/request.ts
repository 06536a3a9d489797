import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import type { ChatMessage, ChatRole, Content } from '../../contract/index.ts';
import type { Unread } from '../../facts/fact.ts';
import { asArray, asObject, asString, otherMembers } from '../json.ts';
import { isHostedShell } from './actions.ts';
import { contentsOfItem } from './request-items.ts';
import { contentOfPart } from './request-parts.ts';

/** What a request's input says, in the words of the contract. */
export interface InputReading {
  readonly messages: readonly ChatMessage[];
  readonly paths: Map<object, string>;
  readonly unread: Unread[];
}

/**
 * A `developer` message is one of role `system`. Every message item begins a message; the items that are none (reasoning,
 * calls, results) belong to the message before them where that has their role, `assistant` for what the model said and `tool`
 * for what the application's functions gave.
 *
 * Source: `ResponseInput` of `openai`.
 *
 * @param path of the input: `request.body.input`
 */
export function readInput(value: Json | undefined, path: string): InputReading {
  const input = new Input();
  if (typeof value === 'string') input.message('user', value, path, path);
  for (const [i, item] of (asArray(value) ?? []).entries()) input.item(asObject(item) ?? {}, `${path}[${i}]`);
  return input;
}

const roles: ReadonlyMap<string, ChatRole> = new Map([
  ['user', 'user'],
  ['assistant', 'assistant'],
  ['system', 'system'],
  ['developer', 'system'],
]);

function roleOf(content: Content): ChatRole {
  if (content.type === 'function-result' || content.type === 'action-result') return 'tool';
  return content.type === 'approval-response' ? 'user' : 'assistant';
}

class Input implements InputReading {
  readonly messages: (ChatMessage & { contents: Content[] })[] = [];
  readonly paths = new Map<object, string>();
  readonly unread: Unread[] = [];
  private readonly hosted = new Set<Json | undefined>();

  item(item: JsonObject, path: string): void {
    const role = roles.get(asString(item.role) ?? '');
    if (role && (item.type === undefined || item.type === 'message')) {
      const others = otherMembers(item, new Set(['type', 'id', 'role', 'status', 'content']));
      this.unread.push(...others.map((name) => ({ path: `${path}.${name}`, what: `message.${name}` })));
      this.message(role, item.content ?? '', `${path}.content`, path);
      return;
    }
    if (isHostedShell(item)) this.hosted.add(item.call_id);
    const contents = contentsOfItem(item, this.hosted);
    if (contents.length === 0) this.unread.push({ path, what: asString(item.type) ?? 'item without a type' });
    for (const content of contents) this.append(roleOf(content), content, path);
  }

  message(role: ChatRole, content: Json, path: string, messagePath: string): void {
    const message = this.begin(role, messagePath);
    const add = (part: Content, at: string) => {
      message.contents.push(part);
      this.paths.set(part, at);
    };
    if (typeof content === 'string') add({ type: 'text', text: content }, path);
    for (const [i, value] of (asArray(content) ?? []).entries()) {
      const part = asObject(value) ?? {};
      const read = contentOfPart(part);
      if (read) add(read, `${path}[${i}]`);
      else this.unread.push({ path: `${path}[${i}]`, what: asString(part.type) ?? 'content part without a type' });
    }
  }

  private append(role: ChatRole, content: Content, path: string): void {
    const last = this.messages.at(-1);
    const message = last?.role === role ? last : this.begin(role, path);
    message.contents.push(content);
    this.paths.set(content, path);
  }

  private begin(role: ChatRole, path: string): { contents: Content[] } {
    const message = { role, contents: [] };
    this.messages.push(message);
    this.paths.set(message, path);
    return message;
  }
}
