import type { Json } from '../../../files/canonical-json.ts';
import type { HttpRequest } from '../../../recordings/format/exchange.ts';
import type { ChatMessage, ChatRole, Content } from '../../contract/index.ts';
import type { Unread } from '../../facts/fact.ts';
import type { SingleRequestReading } from '../each-request.ts';
import { asArray, asObject, asString, jsonOf, otherMembers } from '../json.ts';
import { builtInsOf } from './built-ins.ts';
import { BlockReader } from './request-blocks.ts';
import { readOptions } from './request-options.ts';

/**
 * A request in the words of the contract. Paths begin at the exchange: `request.body.messages[0].content[1]`.
 *
 * The body's `system` is read as `options.instructions`, whichever way the caller had said it: the wire does not tell. A
 * user message that holds tool results becomes several messages, of role `tool` for the results and `user` for the rest,
 * in order. Members of the body that the options have no word for stand in `options.rawRepresentation`, as the merge patch
 * that would say them again. The model stands in the path.
 *
 * Source: `ConverseRequest` of `@aws-sdk/client-bedrock-runtime`.
 */
export function readRequest(request: HttpRequest): SingleRequestReading {
  const body = asObject(jsonOf(request.body));
  const paths = new Map<object, string>();
  const unread: Unread[] = body ? [] : [{ path: 'request.body', what: 'body that is no JSON object' }];
  const tools = asArray(asObject(body?.toolConfig)?.tools) ?? [];
  const place = { paths, unread, blocks: new BlockReader(builtInsOf(body)), hasTools: tools.length > 0 };
  const messages = (asArray(body?.messages) ?? []).flatMap((message, i) =>
    readMessage(message, `request.body.messages[${i}]`, place),
  );
  const modelId = modelIn(request.url);
  const options = readOptions(body ?? {}, paths, unread);
  return { messages, options: { ...(modelId === undefined ? {} : { modelId }), ...options }, paths, unread };
}

function modelIn(url: string): string | undefined {
  const [, model] = /\/model\/([^/?#]+)\/converse(?:-stream)?(?:[?#]|$)/.exec(url) ?? [];
  try {
    return model === undefined ? undefined : decodeURIComponent(model);
  } catch {
    return model;
  }
}

/** Where things were read from, and what was not; filled while reading. */
interface Place {
  readonly paths: Map<object, string>;
  readonly unread: Unread[];
  readonly blocks: BlockReader;
  /** Converse refuses calls and results without `toolConfig`, whatever else declares tools: they are not said then. */
  readonly hasTools: boolean;
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
  return messagesOf(role, asArray(message.content) ?? [], path, place);
}

/** The messages that one wire message makes: a new one wherever tool results begin or end. */
function messagesOf(role: ChatRole, blocks: readonly Json[], path: string, place: Place): ChatMessage[] {
  const messages: { role: ChatRole; contents: Content[] }[] = [];
  blocks.forEach((value, i) => {
    const at = `${path}.content[${i}]`;
    const block = asObject(value) ?? {};
    const isRefused = !place.hasTools && ('toolUse' in block || 'toolResult' in block);
    const content = isRefused ? undefined : place.blocks.contentOf(block, role);
    if (!content) {
      const what = Object.keys(block).join(', ') || 'content block without a member';
      place.unread.push({ path: at, what: isRefused ? `${what} without toolConfig` : what });
      return;
    }
    const isResult = content.type === 'function-result' || content.type === 'action-result';
    const partRole = isResult ? 'tool' : role;
    const last = messages.at(-1);
    const message = last?.role === partRole ? last : { role: partRole, contents: [] };
    if (message !== last) messages.push(message);
    message.contents.push(content);
    place.paths.set(content, at);
  });
  if (messages.length === 0) messages.push({ role, contents: [] });
  for (const message of messages) place.paths.set(message, path);
  return messages;
}
