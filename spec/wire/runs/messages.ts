/** What requests say in a thread, in the words of the contract. Source: `MessageCreateParams`, `MessageContentPartParam`. */
import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import type { ChatMessage, ChatRole, Content } from '../../contract/index.ts';
import type { Unread } from '../../facts/fact.ts';
import { asArray, asObject, asString, otherMembers } from '../json.ts';

/** Something said, with the places of its parts where it was said in the call that is read. */
export interface Said {
  readonly message: ChatMessage;
  readonly paths: ReadonlyMap<object, string>;
  readonly unread: readonly Unread[];
}

/**
 * A message as requests write it. A file that is attached to it is a part of it.
 *
 * @param path its place; absent where it was said in an earlier call
 */
export function messageSaid(said: JsonObject, path: string | undefined): Said {
  const paths = new Map<object, string>();
  const unread: Unread[] = [];
  const contents: Content[] = [];
  const message: ChatMessage = { role: said.role === 'assistant' ? 'assistant' : 'user', contents };
  const add = (content: Content, at: string) => {
    contents.push(content);
    if (path !== undefined) paths.set(content, `${path}${at}`);
  };
  if (path !== undefined) paths.set(message, path);
  if (typeof said.content === 'string') add({ type: 'text', text: said.content }, '.content');
  for (const [i, value] of (asArray(said.content) ?? []).entries()) {
    const part = asObject(value) ?? {};
    const content = contentOf(part);
    if (content) add(content, `.content[${i}]`);
    else if (path !== undefined) unread.push({ path: `${path}.content[${i}]`, what: `part ${asString(part.type)}` });
  }
  for (const [i, value] of (asArray(said.attachments) ?? []).entries()) {
    const fileId = asString(asObject(value)?.file_id);
    if (fileId !== undefined)
      add({ type: 'hosted-file', fileId, mediaType: 'application/octet-stream' }, `.attachments[${i}]`);
  }
  const others = otherMembers(said, new Set(['role', 'content', 'attachments']));
  if (path !== undefined) unread.push(...others.map((name) => ({ path: `${path}.${name}`, what: `message.${name}` })));
  return { message, paths, unread };
}

function contentOf(part: JsonObject): Content | undefined {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: asString(part.text) ?? '' };
    case 'image_file': {
      const fileId = asString(asObject(part.image_file)?.file_id);
      return fileId === undefined ? undefined : { type: 'hosted-file', fileId, mediaType: 'image/*' };
    }
    case 'image_url': {
      const uri = asString(asObject(part.image_url)?.url);
      return uri === undefined ? undefined : { type: 'uri', uri, mediaType: 'image/*' };
    }
    default:
      return undefined;
  }
}

/** A message that says one text, or holds contents that are members of a request elsewhere. */
export function oneMessage(role: ChatRole, parts: readonly { content: Content; path: string | undefined }[]): Said {
  const message: ChatMessage = { role, contents: parts.map(({ content }) => content) };
  const paths = new Map<object, string>();
  for (const { content, path } of parts) if (path !== undefined) paths.set(content, path);
  const [first] = paths.values();
  if (first !== undefined) paths.set(message, first);
  return { message, paths, unread: [] };
}

/**
 * What a submission gives a run that waits: results of functions, and leave to call a tool. Source:
 * `RunSubmitToolOutputsParams.ToolOutput`; `ToolApproval` of Azure.AI.Agents.
 */
export function submissionSaid({ tool_outputs: outputs, tool_approvals: approvals }: JsonObject, path?: string): Said {
  const parts = [
    ...listed(outputs, path && `${path}.tool_outputs`, (output) => ({
      type: 'function-result',
      callId: asString(output.tool_call_id) ?? '',
      result: output.output ?? '',
    })),
    ...listed(approvals, path && `${path}.tool_approvals`, (approval) => ({
      type: 'approval-response',
      requestId: asString(approval.tool_call_id) ?? '',
      approved: approval.approve === true,
    })),
  ];
  return oneMessage('tool', parts);
}

const listed = (values: Json | undefined, path: string | undefined, contentOf: (value: JsonObject) => Content) =>
  (asArray(values) ?? []).map((value, i) => ({
    content: contentOf(asObject(value) ?? {}),
    path: path === undefined ? undefined : `${path}[${i}]`,
  }));
