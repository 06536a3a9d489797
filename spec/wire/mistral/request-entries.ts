/** Entries that a request says, in the words of the contract. Source: `InputEntries` of `@mistralai/mistralai`. */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import type { ChatMessage, ChatRole, Content } from '../../contract/index.ts';
import type { Unread } from '../../facts/fact.ts';
import { asArray, asObject, asString } from '../json.ts';
import { argumentsOf, callOf } from './entries.ts';
import { chunksOf, thoughtOf } from './message.ts';

/** What is said, message by message, with the places. */
export class Said {
  readonly messages: (ChatMessage & { contents: Content[] })[] = [];
  readonly paths = new Map<object, string>();
  private readonly unread: Unread[];

  constructor(unread: Unread[]) {
    this.unread = unread;
  }

  inputs(inputs: Json | undefined, path: string): void {
    if (typeof inputs === 'string') this.message('user', inputs, path);
    for (const [i, input] of (asArray(inputs) ?? []).entries()) this.entry(asObject(input) ?? {}, `${path}[${i}]`);
  }

  confirmations(list: Json | undefined, path: string): void {
    for (const [i, value] of (asArray(list) ?? []).entries()) {
      const { tool_call_id: id, confirmation } = asObject(value) ?? {};
      const at = `${path}[${i}]`;
      if (confirmation !== 'allow' && confirmation !== 'deny') {
        this.unread.push({ path: at, what: `confirmation ${JSON.stringify(confirmation ?? null)}` });
        continue;
      }
      const approved = confirmation === 'allow';
      this.append('user', { type: 'approval-response', requestId: asString(id) ?? '', approved }, at);
    }
  }

  private entry(entry: JsonObject, path: string): void {
    // An entry with a role and a content is one of a message, with its type or without.
    const type = entry.type ?? (entry.role === undefined ? undefined : 'message.input');
    switch (type) {
      case 'message.input':
        this.message(entry.role === 'assistant' ? 'assistant' : 'user', entry.content ?? '', path);
        break;
      case 'message.output':
        this.message('assistant', entry.content ?? '', path);
        break;
      case 'function.result': {
        const callId = asString(entry.tool_call_id) ?? '';
        this.append('tool', { type: 'function-result', callId, result: entry.result ?? '' }, path);
        break;
      }
      case 'function.call':
        this.append('assistant', callContent(entry), path);
        break;
      case undefined:
        this.unread.push({ path, what: 'entry without a type' });
        break;
      default:
        for (const content of hostedContents(entry)) this.append('assistant', content, path);
    }
  }

  /** Each such entry begins a message. */
  private message(role: ChatRole, content: Json, path: string): void {
    const message = { role, contents: [] as Content[] };
    this.messages.push(message);
    this.paths.set(message, path);
    for (const [i, chunk] of chunksOf(content).entries()) {
      const at = typeof content === 'string' ? `${path}.content` : `${path}.content[${i}]`;
      const read = contentOfChunk(chunk);
      if (!read) this.unread.push({ path: at, what: asString(chunk.type) ?? 'chunk without a type' });
      else {
        message.contents.push(read);
        this.paths.set(read, at);
      }
    }
  }

  private append(role: ChatRole, content: Content, path: string): void {
    const last = this.messages.at(-1);
    const message = last?.role === role ? last : { role, contents: [] as Content[] };
    if (message !== last) {
      this.messages.push(message);
      this.paths.set(message, path);
    }
    message.contents.push(content);
    this.paths.set(content, path);
  }
}

function contentOfChunk(chunk: JsonObject): Content | undefined {
  switch (chunk.type) {
    case 'text':
      return { type: 'text', text: asString(chunk.text) ?? '' };
    case 'image_url': {
      const url = asString(chunk.image_url) ?? asString(asObject(chunk.image_url)?.url);
      return url === undefined ? undefined : urlContent(url, 'image/*');
    }
    case 'document_url': {
      const url = asString(chunk.document_url);
      return url === undefined ? undefined : urlContent(url, 'application/octet-stream');
    }
    case 'tool_file': {
      const fileId = asString(chunk.file_id);
      return fileId === undefined ? undefined : { type: 'hosted-file', fileId, rawRepresentation: chunk };
    }
    case 'thinking': {
      const protectedData = asString(chunk.signature);
      const signed = protectedData === undefined ? {} : { protectedData };
      return { type: 'reasoning', text: thoughtOf(chunk), ...signed, rawRepresentation: chunk };
    }
    // Where an answer has its knowledge from goes back beside it.
    case 'tool_reference':
      return { type: 'text', text: '', rawRepresentation: { content: [chunk] } };
    default:
      return undefined;
  }
}

function urlContent(url: string, kind: string): Content {
  const [head, mediaType] = /^data:([^;,]+)(?:;[^;,]*)*;base64,/i.exec(url) ?? [];
  if (head === undefined || mediaType === undefined) return { type: 'uri', uri: url, mediaType: kind };
  // A picture that stands where papers do is read as a paper, and the other way round.
  const fits = mediaType.startsWith('image/') === kind.startsWith('image/');
  return { type: 'data', data: url.slice(head.length), mediaType: fits ? mediaType : kind };
}

function callContent(entry: JsonObject): Content {
  const fact = callOf(entry);
  const asked = argumentsOf(entry.arguments);
  const [callId, name] = [asString(entry.tool_call_id) ?? '', asString(entry.name) ?? ''];
  if (fact.kind === 'call') {
    const parsed = asked === '' ? {} : asked;
    return isJsonObject(parsed)
      ? { type: 'function-call', callId, name, arguments: parsed }
      : { type: 'function-call', callId, name, argumentsText: asString(entry.arguments) ?? '' };
  }
  return fact.kind === 'approval-request'
    ? { type: 'approval-request', requestId: callId, tool: name, name, arguments: asked, rawRepresentation: entry }
    : { type: 'hosted-tool-call', callId, tool: name, name, arguments: asked, rawRepresentation: entry };
}

/** An execution with what came of it; of every other entry that it is there. */
function hostedContents(entry: JsonObject): Content[] {
  const id = asString(entry.id);
  const isExecution = entry.type === 'tool.execution';
  const tool = (isExecution ? asString(entry.name) : asString(entry.type)) ?? '';
  const result: Content = {
    type: 'hosted-tool-result',
    ...(id === undefined ? {} : { callId: id }),
    tool,
    outputs: [],
    rawRepresentation: entry,
  };
  if (!isExecution) return [result];
  const asked = argumentsOf(entry.arguments);
  const call: Content = {
    type: 'hosted-tool-call',
    callId: id ?? '',
    tool,
    name: tool,
    arguments: asked,
    rawRepresentation: entry,
  };
  return (entry.info ?? null) === null ? [call] : [call, result];
}
