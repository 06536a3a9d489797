import type { Json } from '../../../files/canonical-json.ts';
import type { HttpRequest } from '../../../recordings/format/exchange.ts';
import type { ChatMessage, ChatRole, Content } from '../../contract/index.ts';
import type { Unread } from '../../facts/fact.ts';
import type { SingleRequestReading } from '../each-request.ts';
import { asArray, asObject, asString, jsonOf, otherMembers } from '../json.ts';
import { actionToolsIn } from './actions.ts';
import { type Context, contentOf } from './request-blocks.ts';
import { hasCodeInterpreter } from './request-hosted-tools.ts';
import { readOptions } from './request-options.ts';

/**
 * A request in the words of the contract. Paths begin at the exchange: `request.body.messages[0].content[1]`.
 *
 * The body's `system` is read as `options.instructions`, whichever way the caller had said it: the wire does not tell. A
 * user message that holds tool results becomes several messages, of role `tool` for the results and `user` for the rest,
 * in order. Members of the body that the options have no word for stand in `options.rawRepresentation`, as the merge patch
 * that would say them again.
 *
 * Source: `MessageCreateParamsBase` of `@anthropic-ai/sdk`.
 */
export function readRequest(request: HttpRequest): SingleRequestReading {
  const body = asObject(jsonOf(request.body));
  const paths = new Map<object, string>();
  const unread: Unread[] = body ? [] : [{ path: 'request.body', what: 'body that is no JSON object' }];
  const filesAreSaidByTool = hasCodeInterpreter(body ?? {});
  const context: Context = { tools: actionToolsIn(body), asked: new Map() };
  const place = { paths, unread, context, filesAreSaidByTool };
  const messages = (asArray(body?.messages) ?? []).flatMap((message, i) =>
    readMessage(message, `request.body.messages[${i}]`, place),
  );
  return { messages, options: readOptions(body ?? {}, paths, unread), paths, unread };
}

/** Where things were read from, and what was not; filled while reading. */
interface Place {
  readonly paths: Map<object, string>;
  readonly unread: Unread[];
  readonly context: Context;
  readonly filesAreSaidByTool: boolean;
}

function readMessage(value: Json, path: string, place: Place): ChatMessage[] {
  const message = asObject(value) ?? {};
  const { role } = message;
  if (role !== 'user' && role !== 'assistant' && role !== 'system') {
    place.unread.push({ path, what: `message of role ${asString(role) ?? '(none)'}` });
    return [];
  }
  for (const name of otherMembers(message, new Set(['role', 'content']))) {
    place.unread.push({ path: `${path}.${name}`, what: `message.${name}` });
  }
  return messagesOf(role, message.content ?? '', `${path}.content`, place, path);
}

/** The messages that one wire message makes: a new one wherever tool results begin or end. */
function messagesOf(role: ChatRole, content: Json, path: string, place: Place, messagePath: string): ChatMessage[] {
  const messages: { role: ChatRole; contents: Content[] }[] = [];
  const append = (part: Content, at: string) => {
    const partRole = part.type === 'function-result' || part.type === 'action-result' ? 'tool' : role;
    const last = messages.at(-1);
    const message = last?.role === partRole ? last : { role: partRole, contents: [] };
    if (message !== last) messages.push(message);
    message.contents.push(part);
    place.paths.set(part, at);
  };
  if (typeof content === 'string') {
    append({ type: 'text', text: content }, path);
  } else {
    (asArray(content) ?? []).forEach((value, i) => {
      const block = asObject(value) ?? {};
      if (role === 'user' && block.type === 'container_upload' && place.filesAreSaidByTool) return;
      const part = contentOf(block, place.context);
      if (part) append(part, `${path}[${i}]`);
      else place.unread.push({ path: `${path}[${i}]`, what: asString(block.type) ?? 'content block without a type' });
    });
  }
  if (messages.length === 0) messages.push({ role, contents: [] });
  for (const message of messages) place.paths.set(message, messagePath);
  return messages;
}
