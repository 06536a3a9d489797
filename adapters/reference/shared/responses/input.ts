/** Messages of the contract as `input` of the request body. */
import { isJsonObject, type Json, type JsonObject, jsonEquals } from '../../../../lib/canonical-json.ts';
import type {
  ActionCallContent,
  ActionResultContent,
  ChatMessage,
  Content,
  FunctionCallContent,
  FunctionResultContent,
  TextReasoningContent,
  Warning,
} from '../../../../spec/contract/index.ts';
import { resultText } from '../contents.ts';
import { defined, writtenArguments } from '../json.ts';
import { invalidRequest } from '../openai.ts';
import { textOfMessage } from './response.ts';

interface Conversation {
  readonly input: JsonObject[];
  readonly warnings: Warning[];
}

/**
 * Each message becomes one or more items. Results of functions are items of their own, wherever they stood.
 *
 * @param kept whether OpenAI has all up to the assistant's last word already
 */
export function conversation(messages: readonly ChatMessage[], kept: boolean): Conversation {
  const warnings: Warning[] = [];
  const unsaid = kept ? messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1) : messages;
  const calls = callsIn(messages);
  const input = unsaid.flatMap(({ role, contents }) => {
    switch (role) {
      case 'system':
        return message('system', contents.flatMap(systemPart));
      case 'assistant':
        return assistantItems(contents, warnings);
      case 'user':
      case 'tool':
        return userItems(contents, calls);
      default:
        throw invalidRequest(`a message has the unknown role ${JSON.stringify(role)}`);
    }
  });
  return { input, warnings };
}

/** Parts that stand together are one message; an item between them parts them. */
function userItems(contents: readonly Content[], calls: Calls): JsonObject[] {
  const items: JsonObject[] = [];
  let parts: JsonObject[] = [];
  for (const content of contents) {
    const part = userPart(content);
    if (part) {
      parts.push(...part);
      continue;
    }
    items.push(...message('user', parts), userItem(content, calls));
    parts = [];
  }
  return [...items, ...message('user', parts)];
}

/** None where there is nothing in it: the API refuses those. */
function message(role: 'system' | 'user', content: JsonObject[]): JsonObject[] {
  return content.length > 0 ? [{ type: 'message', role, content }] : [];
}

function systemPart(content: Content): JsonObject[] {
  if (content.type !== 'text')
    throw invalidRequest(`a system message holds "${content.type}"; this adapter sends text alone`);
  return content.text === '' ? [] : [{ type: 'input_text', text: content.text }];
}

// Contents that the application writes, as parts of a message or as items of the input.

type Of<T extends Content['type']> = Extract<Content, { type: T }>;

/** What is said within a message; none for an empty text. `undefined` for a content that is an item of its own. */
function userPart(content: Content): JsonObject[] | undefined {
  switch (content.type) {
    case 'text':
      return content.text === '' ? [] : [{ type: 'input_text', text: content.text }];
    case 'data':
      return [dataPart(content)];
    case 'uri':
      return [uriPart(content)];
    case 'hosted-file':
      return [
        content.mediaType?.startsWith('image/')
          ? image({ file_id: content.fileId })
          : { type: 'input_file', file_id: content.fileId },
      ];
    default:
      return undefined;
  }
}

/** A call that the application answers. */
type Call = Of<'function-call'> | Of<'action-call'>;

/** The calls of a conversation, by id: how one is answered depends on how it was asked. */
type Calls = ReadonlyMap<string, Call>;

function callsIn(messages: readonly ChatMessage[]): Calls {
  const calls = messages
    .flatMap(({ contents }) => contents)
    .filter((content) => content.type === 'function-call' || content.type === 'action-call');
  return new Map(calls.map((call) => [call.callId, call]));
}

/** @throws ProviderError (code `invalid_request_error`) for what the API has no item for */
function userItem(content: Content, calls: Calls): JsonObject {
  switch (content.type) {
    case 'function-result':
      return functionOutput(content, calls.get(content.callId));
    case 'action-result': {
      const call = calls.get(content.callId);
      return actionOutput(content, call?.type === 'action-call' ? call : undefined);
    }
    case 'approval-response':
      return defined({
        type: 'mcp_approval_response',
        approval_request_id: content.requestId,
        approve: content.approved,
        reason: content.reason,
      });
    default:
      return verbatim(content);
  }
}

/** The provider's own item, for contents that are one. */
function verbatim(content: Content): JsonObject {
  const raw = 'rawRepresentation' in content ? content.rawRepresentation : undefined;
  if (isJsonObject(raw) && typeof raw.type === 'string') return raw;
  throw invalidRequest(`a message holds "${content.type}" that did not come from OpenAI`);
}

/**
 * The API has no flag for a failure, so it is told in words: `Error: <message>`. `rawRepresentation` may be an output that
 * carries what the contract has no member for, such as images; what the contract does say stands over it. Where a program of
 * the model called, the output names that program too.
 */
function functionOutput(content: FunctionResultContent, call: Call | undefined): JsonObject {
  const raw = content.rawRepresentation;
  const asked = call?.rawRepresentation ?? raw;
  const type = isOfCustomTool(asked) ? 'custom_tool_call_output' : 'function_call_output';
  const base = isJsonObject(raw) && raw.type === type ? raw : {};
  const { error, result, outputs } = content;
  const given = error === undefined && result === undefined ? (outputs?.flatMap(outputPart) ?? base.output) : undefined;
  const caller = isJsonObject(asked) && isJsonObject(asked.caller) ? { caller: asked.caller } : {};
  return { ...caller, ...base, type, call_id: content.callId, output: given ?? resultText(content) };
}

const outputPart = (output: Content): JsonObject[] => userPart(output) ?? [];

const isOfCustomTool = (item: Json | undefined): boolean =>
  isJsonObject(item) && String(item.type).startsWith('custom_tool_call');

function dataPart({ mediaType, data, name }: Of<'data'>): JsonObject {
  const url = `data:${mediaType};base64,${data}`;
  if (mediaType.startsWith('image/')) return image({ image_url: url });
  // The API demands a name beside the bytes.
  return { type: 'input_file', filename: name ?? `file.${mediaType.replace(/^.*\//, '')}`, file_data: url };
}

/** Where no media type is given, the path's ending tells an image from a file. */
function uriPart({ uri, mediaType }: Of<'uri'>): JsonObject {
  const isImage = mediaType?.startsWith('image/') ?? /\.(jpe?g|png|gif|webp)$/i.test(uri.replace(/[?#].*$/s, ''));
  return isImage ? image({ image_url: uri }) : { type: 'input_file', file_url: uri };
}

/** `detail` is required; "auto" is what the API takes where nobody chose. */
function image(source: JsonObject): JsonObject {
  return { type: 'input_image', detail: 'auto', ...source };
}

// What the model said earlier, as the output items it was.

/**
 * Items go back as they came, from `rawRepresentation`, with their ids, encrypted reasoning and all members that have no word
 * in the contract; where an application changed or built a content, its own members count.
 *
 * @param warnings is added to
 * @throws ProviderError (code `invalid_request_error`) for what the API has no item for
 */
function assistantItems(contents: readonly Content[], warnings: Warning[]): JsonObject[] {
  const items: JsonObject[] = [];
  // Words whose item is not known yet: from a stream, pieces come first and an empty piece with the item follows them.
  let words = '';
  const endText = (said: string) => {
    if (said !== '') items.push({ type: 'message', role: 'assistant', content: said });
    words = '';
  };
  for (const content of contents) {
    const item = rawItem(content, 'message');
    if (content.type === 'text' || (content.type === 'error' && item)) {
      words += content.type === 'text' ? content.text : '';
      const own = item && textOfMessage(item);
      if (!item || own === undefined || !words.endsWith(own)) continue;
      endText(words.slice(0, words.length - own.length));
      items.push(item);
    } else {
      endText(words);
      for (const next of itemsOf(content, warnings)) if (!jsonEquals(items.at(-1) ?? null, next)) items.push(next);
    }
  }
  endText(words);
  return items;
}

/** Of a call and its result that are one item on the wire, both give that item; it is sent once. */
function itemsOf(content: Content, warnings: Warning[]): JsonObject[] {
  switch (content.type) {
    case 'reasoning':
      return reasoningItem(content, warnings);
    case 'function-call':
      return [functionCall(content)];
    case 'error':
      // A note on the answer, not a part of what the model said.
      return [];
    default:
      return [verbatim(content)];
  }
}

function rawItem(content: Content, type: string): JsonObject | undefined {
  const raw: Json | undefined = content.rawRepresentation;
  return isJsonObject(raw) && raw.type === type ? raw : undefined;
}

function reasoningItem(content: TextReasoningContent, warnings: Warning[]): JsonObject[] {
  const raw = rawItem(content, 'reasoning');
  if (raw) return [raw];
  if (content.text !== '' || content.protectedData) {
    warnings.push({
      code: 'reasoning-not-sent',
      message: 'Reasoning that is no item of OpenAI was not sent back: it takes its own alone, under their ids.',
    });
  }
  return [];
}

/** The item's own text of arguments goes back to the letter, as long as it says what the content says. */
function functionCall(content: FunctionCallContent): JsonObject {
  const { callId, name, arguments: parsed, argumentsText } = content;
  const raw = content.rawRepresentation;
  const base = isJsonObject(raw) && raw.call_id === callId ? raw : {};
  if (base.type === 'custom_tool_call') {
    return { ...base, name, input: argumentsText ?? JSON.stringify(parsed ?? {}) };
  }
  return {
    ...base,
    type: 'function_call',
    call_id: callId,
    name,
    arguments: writtenArguments(content, base.arguments),
  };
}

// What came of an action, as the item that its call wants.

/**
 * Where `rawRepresentation` is such an item already, what it says beyond the contract goes along.
 *
 * @param call what is answered, where the messages hold it
 * @throws ProviderError (code `invalid_request_error`) for an outcome that the API has no place for
 */
function actionOutput(result: ActionResultContent, call: ActionCallContent | undefined): JsonObject {
  const asked = isJsonObject(call?.rawRepresentation) ? call.rawRepresentation : {};
  const output = outputItem(result, call, asked);
  const raw = result.rawRepresentation;
  return isJsonObject(raw) && raw.type === output.type ? { ...raw, ...output } : output;
}

function outputItem(result: ActionResultContent, call: ActionCallContent | undefined, asked: JsonObject): JsonObject {
  switch (result.tool) {
    case 'computer-use':
      return screenshot(result, call);
    case 'shell':
      return asked.type === 'local_shell_call' ? localShellOutput(result) : shellOutput(result, asked);
    case 'text-editor':
      return patchOutput(result);
  }
}

/** The API takes a screenshot and nothing beside it. */
function screenshot(
  { callId, outputs, acknowledgedSafetyCheckIds: ids }: ActionResultContent,
  call?: ActionCallContent,
) {
  const [shot] = outputs;
  if (outputs.length !== 1 || shot?.type !== 'data') {
    throw invalidRequest(
      'the outcome of a computer action is one screenshot; OpenAI has no place for words or an error',
    );
  }
  const pending = call?.pendingSafetyChecks ?? [];
  return defined({
    type: 'computer_call_output',
    call_id: callId,
    output: { type: 'computer_screenshot', image_url: `data:${shot.mediaType};base64,${shot.data}` },
    acknowledged_safety_checks: ids?.map((id) => pending.find((check) => check.id === id) ?? { id }),
  });
}

/** All commands of a call as one: the contract has one output and one exit code for them. */
function shellOutput(result: ActionResultContent, { action }: JsonObject): JsonObject {
  const { stdout, stderr, exitCode, timedOut } = said(result);
  const limit = isJsonObject(action) ? action.max_output_length : undefined;
  return defined({
    type: 'shell_call_output',
    call_id: result.callId,
    // Given by the model, and wanted back.
    max_output_length: typeof limit === 'number' ? limit : undefined,
    output: [{ stdout, stderr, outcome: timedOut ? { type: 'timeout' } : { type: 'exit', exit_code: exitCode } }],
  });
}

/**
 * The id of the call stands in `call_id`, which the types of this SDK do not know yet, and in `id`, which they demand. Source:
 * https://github.com/openai/openai-python/pull/3923
 */
function localShellOutput(result: ActionResultContent): JsonObject {
  const { stdout, stderr, exitCode, timedOut } = said(result);
  const output = defined({
    stdout,
    stderr,
    exit_code: timedOut ? undefined : exitCode,
    timed_out: timedOut || undefined,
  });
  const { callId } = result;
  return { type: 'local_shell_call_output', id: callId, call_id: callId, output: JSON.stringify(output) };
}

function patchOutput(result: ActionResultContent): JsonObject {
  const { stdout, stderr, exitCode } = said(result);
  return defined({
    type: 'apply_patch_call_output',
    call_id: result.callId,
    status: exitCode === 0 ? 'completed' : 'failed',
    output: [stdout, stderr].filter((words) => words !== '').join('\n') || undefined,
  });
}

interface Said {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  readonly timedOut: boolean;
}

/** Text is what was printed, errors are what was printed as such. Without an exit code, an error is a failure like any other. */
function said({ outputs, exitCode }: ActionResultContent): Said {
  if (outputs.some(({ type }) => type === 'data')) {
    throw invalidRequest('what a shell or an editor gave holds bytes; OpenAI takes text');
  }
  const errors = outputs.filter((output) => output.type === 'error');
  return {
    stdout: outputs.flatMap((output) => (output.type === 'text' ? output.text : [])).join(''),
    stderr: errors.map(({ message }) => message).join('\n'),
    exitCode: exitCode ?? (errors.length > 0 ? 1 : 0),
    timedOut: exitCode === undefined && errors.some(({ errorCode }) => errorCode === 'timeout'),
  };
}
