import { isJsonObject, type Json, type JsonObject } from '../../../../lib/canonical-json.ts';
import type {
  ActionCallContent,
  ActionResultContent,
  ChatOptions,
  ChatRole,
  Content,
  Tool,
} from '../../../contract/index.ts';
import { asArray, asCount, asObject, asString, otherMembers, parseJson, remainingMembers } from '../../../wire/json.ts';
import {
  functionOutputs,
  type MemberReader,
  readMembers,
  responseFormatOf,
  roleOfContent,
  SaidMessages,
  urlContent,
} from '../../../wire/requests.ts';
import { actionsOf, hostedItem, isHostedShell, safetyChecksOf } from './items.ts';
import { toolChoiceOf } from './request-tools.ts';

/**
 * A `developer` message is one of role `system`. Every message item begins a message; the items that are none (reasoning,
 * calls, results) belong to the message before them where that has their role, `assistant` for what the model said and `tool`
 * for what the application's functions gave.
 *
 * Source: `ResponseInput` of `openai`.
 *
 * @param path of the input: `request.body.input`
 */
export function readInput(value: Json | undefined, path: string): SaidMessages {
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

const roleOf = (content: Content): ChatRole =>
  roleOfContent(content, content.type === 'approval-response' ? 'user' : 'assistant');

class Input extends SaidMessages {
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
    for (const content of contents) this.say(roleOf(content), content, path);
  }

  message(role: ChatRole, content: Json, path: string, messagePath: string): void {
    this.begin(role, messagePath);
    if (typeof content === 'string') this.add({ type: 'text', text: content }, path);
    for (const [i, value] of (asArray(content) ?? []).entries()) {
      const part = asObject(value) ?? {};
      const read = contentOfPart(part);
      if (read) this.add(read, `${path}[${i}]`);
      else this.unread.push({ path: `${path}[${i}]`, what: asString(part.type) ?? 'content part without a type' });
    }
  }
}

/** A member that holds a text, under its name in the contract. */
const text =
  (name: 'modelId' | 'instructions' | 'conversationId'): MemberReader =>
  (value) =>
    typeof value === 'string' ? { options: { [name]: value } } : undefined;

/** A member that is true or false, under its name in the contract. */
const flag =
  (name: 'allowMultipleToolCalls' | 'store'): MemberReader =>
  (value) =>
    typeof value === 'boolean' ? { options: { [name]: value } } : undefined;

/** How each member is read. Source: `ResponseCreateParamsBase` of `openai`. */
const memberReaders: Readonly<Record<string, MemberReader>> = {
  model: text('modelId'),
  instructions: text('instructions'),
  previous_response_id: text('conversationId'),
  conversation: (value) => text('conversationId')(asObject(value)?.id ?? value),
  parallel_tool_calls: flag('allowMultipleToolCalls'),
  store: flag('store'),
  max_output_tokens: (value) => (asCount(value) ? { options: { maxOutputTokens: Number(value) } } : undefined),
  temperature: (value) => (typeof value === 'number' ? { options: { temperature: value } } : undefined),
  tool_choice: toolChoiceOf,
  text: (value) => {
    const read = responseFormatOf(asObject(value)?.format);
    return read && { options: read.options, rest: remainingMembers(asObject(value) ?? {}, ['format']) };
  },
  reasoning: (value) => {
    const reasoning = asObject(value);
    const effort = asString(reasoning?.effort);
    if (!reasoning || (effort !== 'low' && effort !== 'medium' && effort !== 'high')) return undefined;
    return { options: { reasoning: { effort } }, rest: remainingMembers(reasoning, ['effort']) };
  },
};

/** Members that are read elsewhere, or that only say how the answer travels. */
const readElsewhere = ['input', 'tools', 'stream'];

/**
 * What a request's members ask for besides the input. The limit of calls becomes that of the search where it is one.
 *
 * @param tools as they were read
 * @param elsewhere further members that are read elsewhere
 */
export function readOptions(
  body: JsonObject,
  tools: Tool[] | undefined,
  elsewhere: readonly string[] = [],
): ChatOptions {
  const limit = limitSearch(tools, body) ? ['max_tool_calls'] : [];
  const options = readMembers(body, memberReaders, new Set([...readElsewhere, ...elsewhere, ...limit]));
  return { ...(tools ? { tools } : {}), ...options };
}

/** The limit of calls is one for all tools of the provider: where search is the only one, it is that of the search. */
function limitSearch(tools: readonly Tool[] = [], { max_tool_calls: most }: JsonObject): boolean {
  const [search, ...others] = tools.filter(({ type }) => type !== 'function');
  const limit = asCount(most);
  if (search?.type !== 'web-search' || others.length > 0 || !limit) return false;
  search.maximumUses = limit;
  return true;
}

// Parts of a message in the words of the contract. Source: `ResponseInputContent`, `ResponseOutputText` of `openai`.

/** The content a part stands for, or `undefined` where the contract has none. */
function contentOfPart(part: JsonObject): Content | undefined {
  switch (part.type) {
    case 'input_text':
    case 'output_text':
      return withRaw({ type: 'text', text: asString(part.text) ?? '' }, part, ['text']);
    case 'refusal':
      return { type: 'error', message: asString(part.refusal) ?? '', errorCode: 'refusal' };
    case 'input_image':
      return imageOf(part);
    case 'input_file':
      return fileOf(part);
    default:
      return undefined;
  }
}

/** A part that says more than its content has members for travels whole; empty lists say nothing. */
function withRaw(content: Content, part: JsonObject, read: readonly string[]): Content {
  const others = otherMembers(part, new Set(['type', ...read])).filter((name) => asArray(part[name])?.length !== 0);
  return others.length === 0 ? content : { ...content, rawRepresentation: part };
}

function imageOf(part: JsonObject): Content | undefined {
  const { image_url: url, file_id: fileId } = part;
  if (typeof url === 'string') return withRaw(urlContent(url, 'image/*'), part, ['image_url']);
  if (typeof fileId !== 'string') return undefined;
  return withRaw({ type: 'hosted-file', fileId, mediaType: 'image/*' }, part, ['file_id']);
}

function fileOf(part: JsonObject): Content | undefined {
  const { file_data: data, file_id: fileId, file_url: url, filename } = part;
  const name = typeof filename === 'string' ? { name: filename } : {};
  const read = ['file_data', 'file_id', 'file_url', 'filename'];
  if (typeof data === 'string') return withRaw({ ...urlContent(data), ...name }, part, read);
  if (typeof fileId === 'string') return withRaw({ type: 'hosted-file', fileId, ...name }, part, read);
  return typeof url === 'string' ? withRaw({ type: 'uri', uri: url }, part, read) : undefined;
}

// Input items other than messages, in the words of the contract. Source: `ResponseInputItem` of `openai`.
//
// An item of a hosted tool travels whole in `rawRepresentation`, as the contract demands.

/**
 * The contents an item stands for: usually one; of a hosted tool its call and its result; none where there is no word.
 *
 * @param hosted ids of the calls that the provider answered itself, though the application may answer such calls too.
 */
function contentsOfItem(item: JsonObject, hosted: ReadonlySet<Json | undefined>): Content[] {
  const callId = asString(item.call_id) ?? '';
  switch (item.type) {
    case 'function_call':
      return [
        withRawItem(
          { type: 'function-call', callId, name: asString(item.name) ?? '', ...argumentsOf(item.arguments) },
          item,
          ['call_id', 'name', 'arguments'],
        ),
      ];
    case 'custom_tool_call':
      return [
        withRawItem(
          { type: 'function-call', callId, name: asString(item.name) ?? '', argumentsText: asString(item.input) ?? '' },
          item,
          ['call_id', 'name', 'input'],
        ),
      ];
    case 'function_call_output':
    case 'custom_tool_call_output':
      return [
        withRawItem({ type: 'function-result', callId, result: resultOf(item.output), ...mediaIn(item.output) }, item, [
          'call_id',
          'output',
        ]),
      ];
    case 'reasoning':
      return [reasoningOf(item)];
    case 'mcp_approval_request':
      return [approvalRequestOf(item)];
    case 'mcp_approval_response':
      return [approvalResponseOf(item)];
    case 'item_reference':
    case undefined:
      return [];
    default: {
      const action = hosted.has(item.call_id) ? undefined : (actionCallContent(item) ?? actionResultContent(item));
      return action ? [action] : hostedContents(item);
    }
  }
}

function withRawItem(content: Content, item: JsonObject, read: readonly string[]): Content {
  const others = otherMembers(item, new Set(['type', 'id', 'status', ...read]));
  return others.length === 0 ? content : { ...content, rawRepresentation: item };
}

function argumentsOf(value: Json | undefined): { arguments: JsonObject } | { argumentsText: string } {
  const text = typeof value === 'string' ? value : '';
  const parsed = text === '' ? {} : parseJson(text);
  return isJsonObject(parsed) ? { arguments: parsed } : { argumentsText: text };
}

/** Text where the output is text, or parts that are nothing else; otherwise the parts themselves. */
function resultOf(output: Json | undefined): Json {
  const texts = asArray(output)?.map((part) => contentOfPart(asObject(part) ?? {}));
  if (texts?.every((part) => part?.type === 'text')) {
    return texts.map((part) => (part?.type === 'text' ? part.text : '')).join('');
  }
  return output ?? '';
}

const mediaIn = (output: Json | undefined) =>
  functionOutputs((asArray(output) ?? []).map((part) => contentOfPart(asObject(part) ?? {})));

function reasoningOf(item: JsonObject): Content {
  const [summary, own] = [item.summary, item.content].map((parts) =>
    (asArray(parts) ?? []).map((part) => asString(asObject(part)?.text) ?? '').join(''),
  );
  const protectedData = asString(item.encrypted_content);
  return {
    type: 'reasoning',
    text: summary || own || '',
    ...(protectedData === undefined ? {} : { protectedData }),
    rawRepresentation: item,
  };
}

function approvalRequestOf(item: JsonObject): Content {
  const { name, server_label: server, arguments: text } = item;
  return {
    type: 'approval-request',
    requestId: asString(item.id) ?? '',
    tool: 'mcp-server',
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof server === 'string' ? { serverName: server } : {}),
    ...(typeof text === 'string' ? { arguments: parseJson(text) ?? text } : {}),
    rawRepresentation: item,
  };
}

function approvalResponseOf(item: JsonObject): Content {
  return {
    type: 'approval-response',
    requestId: asString(item.approval_request_id) ?? '',
    approved: item.approve === true,
    ...(typeof item.reason === 'string' ? { reason: item.reason } : {}),
  };
}

function hostedContents(item: JsonObject): Content[] {
  const { tool, ofServer, id = '', asked, gave } = hostedItem(item);
  const server = ofServer?.server;
  const call: Content = {
    type: 'hosted-tool-call',
    callId: id,
    ...(server === undefined
      ? { tool }
      : { tool: 'mcp-server', serverName: server, name: tool.slice(server.length + 1) }),
    ...(asked === undefined ? {} : { arguments: asked }),
    rawRepresentation: item,
  };
  const result: Content = { type: 'hosted-tool-result', callId: id, tool, outputs: [], rawRepresentation: item };
  return [...(asked === undefined ? [] : [call]), ...(gave === undefined ? [] : [result])];
}

// What the application did, and was asked to do, in the words of the contract. Source: `ResponseInputItem` of `openai`.

type Output = ActionResultContent['outputs'][number];

/** A call as it goes back in a conversation that the provider does not keep. */
function actionCallContent(item: JsonObject): ActionCallContent | undefined {
  const asked = actionsOf(item);
  if (!asked) return undefined;
  const checks = safetyChecksOf(item).map((check) => ({ id: asString(check.id) ?? '' }));
  return {
    type: 'action-call',
    callId: asString(item.call_id) ?? '',
    tool: asked.tool,
    actions: asked.actions.filter(isJsonObject),
    ...(checks.length > 0 ? { pendingSafetyChecks: checks } : {}),
    rawRepresentation: item,
  };
}

/** What came of one, or `undefined` for every other item. Some name the call of `local_shell` by `id` alone. */
function actionResultContent(item: JsonObject): ActionResultContent | undefined {
  const link = { type: 'action-result', callId: asString(item.call_id) ?? asString(item.id) ?? '' } as const;
  const rawRepresentation = item;
  switch (item.type) {
    case 'computer_call_output': {
      const checks = asArray(item.acknowledged_safety_checks)?.flatMap((check) => asString(asObject(check)?.id) ?? []);
      const acknowledged = checks && checks.length > 0 ? { acknowledgedSafetyCheckIds: checks } : {};
      return { ...link, tool: 'computer-use', outputs: screenshotOf(item), ...acknowledged, rawRepresentation };
    }
    case 'shell_call_output': {
      const chunks = (asArray(item.output) ?? []).map((chunk) => asObject(chunk) ?? {});
      const codes = chunks.flatMap(({ outcome }) => exitCodeOf(asObject(outcome)?.exit_code));
      return { ...link, tool: 'shell', outputs: chunks.flatMap(printed), ...exit(codes), rawRepresentation };
    }
    case 'local_shell_call_output': {
      const said = asObject(parseJson(asString(item.output) ?? '')) ?? {};
      return { ...link, tool: 'shell', outputs: printed(said), ...exit(exitCodeOf(said.exit_code)), rawRepresentation };
    }
    case 'apply_patch_call_output': {
      const words = asString(item.output) ?? '';
      const failed: Output = { type: 'error', message: words };
      const outputs: Output[] = item.status === 'failed' ? [failed] : textOf(words);
      return { ...link, tool: 'text-editor', outputs, rawRepresentation };
    }
    default:
      return undefined;
  }
}

function screenshotOf({ output }: JsonObject): Output[] {
  const image = urlContent(asString(asObject(output)?.image_url) ?? '');
  return image.type === 'data' ? [image] : [];
}

const textOf = (words: string): Output[] => (words === '' ? [] : [{ type: 'text', text: words }]);

/** What was printed as output, then what was printed as error; that time ran out is an error too. */
function printed({ stdout, stderr, outcome }: JsonObject): Output[] {
  const message = asString(stderr) ?? '';
  const timedOut = asObject(outcome)?.type === 'timeout';
  const error: Output = { type: 'error', message, ...(timedOut ? { errorCode: 'timeout' } : {}) };
  return [...textOf(asString(stdout) ?? ''), ...(message !== '' || timedOut ? [error] : [])];
}

const exitCodeOf = (value: unknown): number[] => (Number.isInteger(value) ? [value as number] : []);

/** Of several commands, the first that failed says it. */
function exit(codes: readonly number[]): { exitCode?: number } {
  const code = codes.find((c) => c !== 0) ?? codes[0];
  return code === undefined ? {} : { exitCode: code };
}
