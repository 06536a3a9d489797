import { isJsonObject, type Json, type JsonObject, toText } from '../../../../lib/canonical-json.ts';
import type { HttpRequest } from '../../../../recordings/format/exchange.ts';
import type {
  ChatOptions,
  ChatRole,
  Content,
  FunctionCallContent,
  FunctionResultContent,
  Tool,
} from '../../../contract/index.ts';
import type { Unrecognized } from '../../../facts/fact.ts';
import { asArray, asCount, asObject, asString, jsonOf, otherMembers, remainingMembers } from '../../../wire/json.ts';
import {
  type MemberReader,
  readMembers,
  readTools,
  responseFormatOf,
  SaidMessages,
  type SingleRequestReading,
} from '../../../wire/requests.ts';
import { argumentsOf, type ChatDialect, strangeArguments } from './completion.ts';

/**
 * A request in the words of the contract. Paths begin at the exchange: `request.body.messages[0].content[1]`.
 *
 * A system message (or one of the developer) that comes first is the instructions; this wire has no other place for them. Results
 * of functions that stand together are one message. Members of the body that the options have no word for stand in
 * `options.rawRepresentation`, as the merge patch that would say them again.
 *
 * Source: `ChatCompletionCreateParamsBase` of `openai`, which others took over.
 */
export const requestIn =
  (dialect: ChatDialect) =>
  (request: HttpRequest): SingleRequestReading => {
    const read = asObject(jsonOf(request.body));
    const body = read ?? {};
    const unread: Unrecognized[] = read ? [] : [{ path: 'request.body', what: 'body that is not a JSON object' }];
    const talk = new Conversation(dialect, unread);
    const [first, ...rest] = (asArray(body.messages) ?? []).map((message, i) => ({
      message: asObject(message) ?? {},
      path: `request.body.messages[${i}]`,
    }));
    const instructions = first && plainInstructions(first.message);
    if (first && instructions === undefined) talk.message(first.message, first.path);
    for (const { message, path } of rest) talk.message(message, path);
    const { messages, paths } = talk;
    const options: ChatOptions = {
      ...readOptions(body, dialect, paths, unread),
      ...(instructions === undefined ? {} : { instructions }),
    };
    return { messages, options, paths, unread };
  };

const roles: ReadonlyMap<string, ChatRole> = new Map([
  ['user', 'user'],
  ['assistant', 'assistant'],
  ['system', 'system'],
  ['developer', 'system'],
  ['tool', 'tool'],
  ['function', 'tool'],
]);

/** The text of a system message that says nothing else. */
function plainInstructions(message: JsonObject): string | undefined {
  if (roles.get(asString(message.role) ?? '') !== 'system') return undefined;
  if (otherMembers(message, new Set(['role', 'content'])).length > 0) return undefined;
  if (typeof message.content === 'string') return message.content;
  const texts = asArray(message.content)?.map((part) => asObject(part) ?? {});
  const plain = texts?.every(
    ({ type, text, ...others }) => type === 'text' && typeof text === 'string' && Object.keys(others).length === 0,
  );
  return texts && plain ? texts.map(({ text }) => asString(text)).join('') : undefined;
}

class Conversation extends SaidMessages {
  private readonly dialect: ChatDialect;

  constructor(dialect: ChatDialect, unread: Unrecognized[]) {
    super(new Map(), unread);
    this.dialect = dialect;
  }

  message(message: JsonObject, path: string): void {
    const role = roles.get(asString(message.role) ?? '');
    if (!role) {
      this.unread.push({ path, what: `message of role ${asString(message.role) ?? '(none)'}` });
      return;
    }
    if (role === 'tool') this.say(role, resultOf(message), path);
    else this.contentsOf(message, role, path);
    // `prefix` says something only where it is true.
    const knownHere = role === 'tool' ? ['tool_call_id', 'name'] : message.prefix === false ? ['prefix'] : [];
    const known = new Set(['role', 'content', 'tool_calls', 'function_call', 'refusal', ...knownHere]);
    this.unread.push(
      ...otherMembers(message, known).map((name) => ({ path: `${path}.${name}`, what: `message.${name}` })),
    );
  }

  private contentsOf(message: JsonObject, role: ChatRole, path: string): void {
    const { content, refusal } = message;
    this.begin(role, path);
    if (typeof content === 'string') this.add({ type: 'text', text: content }, `${path}.content`);
    for (const [i, value] of (asArray(content) ?? []).entries()) {
      const part = asObject(value) ?? {};
      const read = this.dialect.contentOfPart(part, role);
      const at = `${path}.content[${i}]`;
      if (read) this.add(read, at);
      else this.unread.push({ path: at, what: asString(part.type) ?? 'content part without a type' });
    }
    if (typeof refusal === 'string') this.add(refusalOf(refusal), `${path}.refusal`);
    for (const { call, wire, at } of functionCallsOf(message)) {
      this.unread.push(...strangeArguments(wire, `${path}.${at}`, this.dialect));
      if (call) this.add(call, `${path}.${at}`);
      else this.unread.push({ path: `${path}.${at}`, what: 'tool call that names nothing' });
    }
  }
}

export const refusalOf = (message: string): Content => ({ type: 'error', message, errorCode: 'refusal' });

export const maximum: MemberReader = (value) =>
  asCount(value) ? { options: { maxOutputTokens: Number(value) } } : undefined;

export const toolChoice: MemberReader = (value) => {
  if (value === 'auto' || value === 'none' || value === 'required') return { options: { toolMode: { type: value } } };
  const choice = asObject(value) ?? {};
  const name = asString((asObject(choice.function) ?? asObject(choice.custom))?.name);
  if (name === undefined) return undefined;
  return {
    options: { toolMode: { type: 'required', functionName: name } },
    rest: remainingMembers(choice, ['type', 'function', 'custom']),
  };
};

/** How each member is read that all dialects have; `undefined` where it says something that the options cannot. */
const memberReaders: Readonly<Record<string, MemberReader>> = {
  model: (value) => (typeof value === 'string' ? { options: { modelId: value } } : undefined),
  max_tokens: maximum,
  temperature: (value) => (typeof value === 'number' ? { options: { temperature: value } } : undefined),
  stop: (value) => {
    const sequences = typeof value === 'string' ? [value] : asArray(value)?.filter((s) => typeof s === 'string');
    const all = typeof value === 'string' || sequences?.length === asArray(value)?.length;
    return sequences && all ? { options: { stopSequences: sequences } } : undefined;
  },
  parallel_tool_calls: (value) =>
    typeof value === 'boolean' ? { options: { allowMultipleToolCalls: value } } : undefined,
  tool_choice: toolChoice,
  response_format: responseFormatOf,
  reasoning_effort: (value) =>
    value === 'low' || value === 'medium' || value === 'high'
      ? { options: { reasoning: { effort: value } } }
      : undefined,
};

const readElsewhere = new Set(['messages', 'tools', 'stream']);

/** What a request's body asks for besides the messages. Paths of tools go to `paths`, what is not understood to `unread`. */
function readOptions(
  body: JsonObject,
  dialect: ChatDialect,
  paths: Map<object, string>,
  unread: Unrecognized[],
): ChatOptions {
  const beside = (dialect.toolsBeside?.(body) ?? []).map(({ tool, path }): Tool => {
    paths.set(tool, path);
    return tool;
  });
  const { tools } = readTools(body.tools, dialect.toolOf, paths, unread);
  const all = [...(tools ?? []), ...beside];
  return {
    ...(tools || beside.length > 0 ? { tools: all } : {}),
    ...readMembers(body, { ...memberReaders, ...dialect.memberReaders }, readElsewhere),
  };
}

// Calls and results in a conversation that a request repeats.

/** The calls of a message with their places in it; no call where one names nothing. */
function functionCallsOf(
  message: JsonObject,
): { call: FunctionCallContent | undefined; wire: JsonObject; at: string }[] {
  const calls = (asArray(message.tool_calls) ?? []).map((value, i) => {
    const wire = asObject(value) ?? {};
    return { call: callOf(wire), wire, at: `tool_calls[${i}]` };
  });
  const legacy = asObject(message.function_call);
  if (!legacy) return calls;
  const name = asString(legacy.name) ?? '';
  // It has no id: its result names the function.
  const call: FunctionCallContent = {
    type: 'function-call',
    callId: name,
    name,
    ...asked(argumentsOf(legacy.arguments)),
    rawRepresentation: legacy,
  };
  return [...calls, { call, wire: legacy, at: 'function_call' }];
}

function callOf(wire: JsonObject): FunctionCallContent | undefined {
  const [fn, custom] = [asObject(wire.function), asObject(wire.custom)];
  const named = fn ?? custom;
  if (!named) return undefined;
  const call = { type: 'function-call' as const, callId: asString(wire.id) ?? '', name: asString(named.name) ?? '' };
  if (!fn) return { ...call, argumentsText: asString(named.input) ?? '', rawRepresentation: wire };
  const isWhole = otherMembers(wire, new Set(['id', 'type', 'function', 'index'])).length === 0;
  return { ...call, ...asked(argumentsOf(fn.arguments)), ...(isWhole ? {} : { rawRepresentation: wire }) };
}

const asked = (value: Json): Pick<FunctionCallContent, 'arguments' | 'argumentsText'> =>
  isJsonObject(value) ? { arguments: value } : { argumentsText: toText(value) };

/** What a function gave: text where it is text, or parts that are nothing else; otherwise the parts themselves. */
function resultOf(message: JsonObject): FunctionResultContent {
  const { content } = message;
  const name = asString(message.name);
  const texts = asArray(content)?.map((part) => asObject(part) ?? {});
  const plain = texts?.every(({ type, text }) => type === 'text' && typeof text === 'string');
  return {
    type: 'function-result',
    callId: asString(message.tool_call_id) ?? name ?? '',
    ...(name === undefined ? {} : { name }),
    result: texts && plain ? texts.map(({ text }) => asString(text)).join('') : (content ?? ''),
  };
}
