import type { HttpRequest } from '../../../recordings/format/exchange.ts';
import type { ChatMessage, ChatRole, Content } from '../../contract/index.ts';
import type { Unread } from '../../facts/fact.ts';
import type { SingleRequestReading } from '../each-request.ts';
import { asArray, asObject, asString, jsonOf, otherMembers } from '../json.ts';
import { actionsOf } from './declared.ts';
import { joinThoughts, readPart } from './parts.ts';
import { inCamelCase } from './proto-names.ts';
import { readOptions } from './request-options.ts';

/**
 * A request in the words of the contract. Paths begin at the exchange: `request.body.contents[0].parts[1]`; names in them are
 * as the API itself writes them.
 *
 * `systemInstruction` is read as `options.instructions`, and the model of the path as `options.modelId`. A content that holds
 * results of functions becomes several messages, of role `tool` for the results and `user` for the rest, in order.
 *
 * Source: `GenerateContentParameters` of `@google/genai`; the REST reference of `models.generateContent`.
 */
export function readRequest(request: HttpRequest): SingleRequestReading {
  const asWritten = asObject(jsonOf(request.body));
  const body = asWritten && inCamelCase(asWritten);
  const paths = new Map<object, string>();
  const unread: Unread[] = body ? [] : [{ path: 'request.body', what: 'body that is no JSON object' }];
  const place: Place = { paths, unread, isAction: actionsOf(body) };
  const messages = (asArray(body?.contents) ?? []).flatMap((content, i) =>
    messagesOf(asObject(content) ?? {}, `request.body.contents[${i}]`, place),
  );
  const modelId = /\/models\/([^/:]+):/.exec(request.url.replaceAll(/%3a/gi, ':'))?.[1];
  return {
    messages,
    options: {
      ...(modelId === undefined ? {} : { modelId: decodeURIComponent(modelId) }),
      ...readOptions(body ?? {}, paths, unread),
    },
    paths,
    unread,
  };
}

/** Where things were read from, and what was not; filled while reading. */
interface Place {
  readonly paths: Map<object, string>;
  readonly unread: Unread[];
  readonly isAction: (name: string) => boolean;
}

/** A content without a role is the user's; `function` is what results were sent under before they were the user's. */
const roles: Readonly<Record<string, ChatRole>> = { user: 'user', model: 'assistant', function: 'tool' };

function messagesOf(content: ReturnType<typeof inCamelCase> & object, path: string, place: Place): ChatMessage[] {
  const object = asObject(content) ?? {};
  const role = roles[asString(object.role) ?? 'user'];
  if (!role) {
    place.unread.push({ path, what: `content of role ${String(object.role)}` });
    return [];
  }
  for (const name of otherMembers(object, new Set(['role', 'parts']))) {
    place.unread.push({ path: `${path}.${name}`, what: `content.${name}` });
  }
  const said = (asArray(object.parts) ?? []).flatMap((part, i) =>
    readPart(asObject(part) ?? {}, place.isAction).map((each) => ({ ...each, path: `${path}.parts[${i}]` })),
  );
  const messages: { role: ChatRole; contents: Content[] }[] = [];
  for (const { content: part, path: at } of joinThoughts(said)) {
    const isResult = part.type === 'function-result' || part.type === 'action-result';
    const partRole = isResult ? 'tool' : role;
    const last = messages.at(-1);
    const message = last?.role === partRole ? last : { role: partRole, contents: [] };
    if (message !== last) messages.push(message);
    message.contents.push(part);
    place.paths.set(part, at);
  }
  if (messages.length === 0) messages.push({ role, contents: [] });
  for (const message of messages) place.paths.set(message, path);
  return messages;
}
