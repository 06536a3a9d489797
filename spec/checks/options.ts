/** What the caller asked stands on the wire: options, tools and their members; of what has no place there, the caller is warned. */
import {
  isJsonObject,
  type Json,
  type JsonObject,
  jsonEquals,
  matchesObject,
  toText,
} from '../../lib/canonical-json.ts';
import { escapeRegExp } from '../../lib/escape-regexp.ts';
import type { Exchange } from '../../recordings/format/exchange.ts';
import { scrubBody } from '../../recordings/scrub/body.ts';
import { type ChatMessage, ChatOptions, type Tool } from '../contract/index.ts';
import type { SchemaExamples } from '../engine/case.ts';
import type { Step } from '../engine/trace.ts';
import { howItDiffers, shown } from '../facts/describe.ts';
import type { OptionPath, RequestReading } from '../wire/reader.ts';
import {
  answeredKinds,
  type Check,
  type CheckOutcome,
  contractSource,
  type Found,
  type JudgeContext,
  type JudgedStep,
  mergeOutcomes,
} from './check.ts';
import { instructed, isEmpty, isWarnedOf, newMessages } from './lib/request-contents.ts';
import { meaningDifferences, withKeywords } from './lib/schema-meaning.ts';

/** Options that other checks judge; what a conversation's id stands for is judged by the history, where there is any such thing. */
const judgedElsewhere: readonly (keyof ChatOptions)[] = ['tools', 'conversationId', 'rawRepresentation'];

export const sendsOptions: Check = {
  id: 'sends-options',
  level: 'MUST',
  title: 'Every option is sent, or warned about where unsupported.',
  reason:
    'A silently dropped option, such as a tool choice, a limit or the instructions, changes the meaning of the request.',
  sources: [contractSource, { title: 'M.E.AI ChatOptions, ChatToolMode' }],
  of: answeredKinds,
  judge: (context) =>
    mergeOutcomes(
      context.steps.flatMap((step) => [
        ...step.requests.map((request) => judgeOptions(step, request, context)),
        judgeWarnings(step, context),
      ]),
    ),
};

function judgeWarnings({ step, path }: JudgedStep, { unsupportedToolMembers }: JudgeContext): CheckOutcome {
  return {
    compared: step.response?.warnings.length ?? 0,
    findings: unfoundedWarnings(step, path, unsupportedToolMembers),
  };
}

function judgeOptions({ step, path }: JudgedStep, request: RequestReading, context: JudgeContext): CheckOutcome {
  const onWire: ChatOptions = { ...request.options, ...instructions(request.messages, request.options) };
  const wirePath = `${path}.exchanges[${request.exchange}].request`;
  // Where a request names a model, it is the one that was asked for.
  const named = onWire.modelId === undefined ? {} : { modelId: step.options.modelId ?? context.trace.settings.model };
  const messages = newMessages(step.messages, request.options);
  const told = instructions(messages, step.options);
  const differs = (key: keyof ChatOptions, value: Json) =>
    // What was said in several places is joined as the adapter likes.
    key === 'instructions' && (instructed(messages, {}).before > 0 || step.options.responseFormat?.type === 'json')
      ? !isInstructed(onWire.instructions, value, step.options)
      : key === 'responseFormat'
        ? !isSameFormat(onWire.responseFormat, value)
        : !jsonEquals(onWire[key] ?? unlessSaid[key], value);
  const lacks = [...context.lacks, ...(request.lacks ?? [])];
  const asked = withoutBudget(step, context);
  const wanted = Object.entries({ ...asked, ...named, ...told }) as [keyof ChatOptions, Json][];
  // An id that a response gave is the adapter's own, whatever it stands for.
  const isStranger = (key: keyof ChatOptions) =>
    key === 'conversationId' && lacks.includes(key) && step === context.trace.steps[0];
  const isJudged = (key: keyof ChatOptions) => !judgedElsewhere.includes(key) || isStranger(key);
  const set = wanted.filter(([key, value]) => isJudged(key) && !isEmpty(value) && saysSomething(key, step.options));
  const findings: Found[] = set
    .filter(([key, value]) => differs(key, value))
    .filter(([key]) => !(isLacking(key, step.options, lacks) && isWarnedOf(key, step)))
    .map(([key, value]) => ({
      group: `option.${key}.${onWire[key] !== undefined ? 'changed' : jsonEquals(value, usual[key]) ? 'default' : 'missing'}`,
      message: `the option "${key}" is ${shown(value)} and the wire says ${shown(onWire[key])}${
        isLacking(key, step.options, lacks)
          ? '; the API has no member for it, and the response does not warn (code "unsupported-setting")'
          : ''
      }`,
      wirePath,
      wire: onWire[key] ?? null,
      adapterPath: `${path}.options.${key}`,
      adapter: value,
    }));
  // The one restriction that a request can say by the way: asked of nobody, calls come one by one.
  if (onWire.allowMultipleToolCalls === false && step.options.allowMultipleToolCalls === undefined) {
    findings.push({
      group: 'option.allowMultipleToolCalls.invented',
      message: 'the request forbids parallel calls, and the caller did not',
      wirePath,
      wire: false,
    });
  }
  const { conversationId } = step.options;
  if (isOtherConversation(conversationId, onWire.conversationId, step, context.trace)) {
    findings.push({
      group: 'option.conversationId.changed',
      message: `the request continues ${shown(onWire.conversationId)}, and the caller asked to continue ${shown(conversationId)}`,
      wirePath,
      wire: onWire.conversationId ?? null,
      adapterPath: `${path}.options.conversationId`,
      adapter: conversationId ?? null,
    });
  }
  const patch = step.options.rawRepresentation;
  if (patch && !matchesObject(bodyOf(step.exchanges[request.exchange]), withoutNulls(patch))) {
    findings.push({
      group: 'option.rawRepresentation.missing',
      message: `the raw members ${shown(patch)} are not in the request`,
      wirePath: `${wirePath}.body`,
      adapterPath: `${path}.options.rawRepresentation`,
      adapter: patch,
    });
  }
  if (isUnasked(onWire.instructions, told.instructions, patch)) {
    findings.push({
      group: 'option.instructions.invented',
      message: `the request has the instructions ${shown(onWire.instructions)}, and the caller set none`,
      wirePath,
      wire: onWire.instructions ?? null,
    });
  }
  return { compared: set.length + (patch ? 1 : 0), findings };
}

/**
 * Whether a request continues another conversation than the caller asked for. An id that the adapter gave may stand for anything: it
 * counts where it is the caller's, or the service's own.
 */
function isOtherConversation(
  asked: string | undefined,
  sent: string | undefined,
  step: JudgedStep['step'],
  { steps }: JudgeContext['trace'],
): boolean {
  if (asked === undefined || sent === undefined || asked === sent) return false;
  const before = steps.slice(0, steps.indexOf(step)).flatMap(({ exchanges }) => exchanges);
  const quoted = JSON.stringify(asked);
  return before.length === 0 || before.some(({ response }) => response.body.text.includes(quoted));
}

/** Whether an API has no member for an option, or none for what it says here. */
function isLacking(
  key: keyof ChatOptions,
  { toolMode, tools = [], responseFormat }: ChatOptions,
  lacks: readonly OptionPath[],
): boolean {
  if (lacks.includes(key)) return true;
  if (key === 'responseFormat') {
    const isFree = responseFormat?.type === 'json' && responseFormat.schema === undefined;
    return isFree && lacks.includes('responseFormat.withoutSchema');
  }
  if (key !== 'toolMode') return false;
  return (
    (toolMode?.type === 'none' && lacks.includes('toolMode.none')) ||
    (!tools.some(({ type }) => type === 'function') && lacks.includes('toolMode.withoutFunctions'))
  );
}

/** Instructions that nobody gave, be they empty; break-glass may have put them there. */
const isUnasked = (sent: string | undefined, told: string | undefined, patch: JsonObject | undefined): boolean =>
  sent !== undefined && told === undefined && patch === undefined;

/** What they do besides where there are tools, whether it is said or not. */
const usual: ChatOptions = { toolMode: { type: 'auto' } };

/** What every provider takes where nothing is said. */
const unlessSaid: ChatOptions = { allowMultipleToolCalls: true, responseFormat: { type: 'text' } };

/** Its name is a label. Its schema may gain members, such as "additionalProperties", as strict modes require. */
const isSameFormat = (sent: ChatOptions['responseFormat'] = { type: 'text' }, asked: Json): boolean =>
  matchesObject(sent, Object.fromEntries(Object.entries(asked as JsonObject).filter(([member]) => member !== 'name')));

/** Where there is no tool to call, or none may be called, only a demand says something. */
function saysSomething(key: keyof ChatOptions, { tools = [], toolMode }: ChatOptions): boolean {
  if (key !== 'toolMode' && key !== 'allowMultipleToolCalls') return true;
  if (toolMode?.type === 'none') return key === 'toolMode' && tools.length > 0;
  return tools.length > 0 || toolMode?.type === 'required';
}

/** What was asked, but for a budget that the API has no member for, where that is said. */
function withoutBudget(step: JudgedStep['step'], { lacks }: JudgeContext): ChatOptions {
  const { reasoning, ...others } = step.options;
  const member = 'reasoning.budgetTokens';
  if (!reasoning || !lacks.includes(member) || !isWarnedOf(member, step)) return step.options;
  const { budgetTokens: _, ...rest } = reasoning;
  return Object.keys(rest).length === 0 ? others : { ...others, reasoning: rest };
}

/** JSON of any form has to be named in a message as well. Sources: OpenAI and Mistral, JSON mode. */
function isInstructed(sent: Json | undefined, told: Json, { responseFormat }: ChatOptions): boolean {
  const [before, wanted] = [inOneLine(sent), inOneLine(told)];
  return before === wanted || (responseFormat?.type === 'json' && before.startsWith(wanted));
}

const inOneLine = (text: Json | undefined): string => toText(text).replaceAll(/\s+/g, ' ').trim();

/** The instructions with the messages of the system that come first: some APIs have one place for both. */
function instructions(messages: readonly ChatMessage[], options: ChatOptions): Pick<ChatOptions, 'instructions'> {
  const said = instructed(messages, options).instructions;
  return said === undefined ? {} : { instructions: said };
}

function bodyOf(exchange: Exchange | undefined): unknown {
  try {
    return JSON.parse(exchange?.request.body?.text ?? 'null');
  } catch {
    return null;
  }
}

/** In a merge patch null removes a member, so there is nothing to be found. */
function withoutNulls(value: Json): Json {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, v]) => v !== null)
      .map(([k, v]) => [k, withoutNulls(v)]),
  );
}

export const sendsTools: Check = {
  id: 'sends-tools',
  level: 'MUST',
  title: 'Every declared tool is sent complete, and no other.',
  reason:
    'The model cannot call a dropped tool. It misuses a tool without its description or with an incomplete schema.',
  sources: [contractSource, { title: 'M.E.AI ChatOptions.Tools, AIFunctionDeclaration.JsonSchema' }],
  of: answeredKinds,
  judge: (context) =>
    mergeOutcomes(context.steps.flatMap((step) => step.requests.map((r) => judgeTools(step, r, context)))),
};

function judgeTools(
  judged: JudgedStep,
  request: RequestReading,
  { unsupportedToolMembers, case: theCase }: JudgeContext,
): CheckOutcome {
  const { step, path } = judged;
  const declared = step.options.tools ?? [];
  const onWire = request.options.tools ?? [];
  const stands = (tool: Tool) => (t: Tool) =>
    tool.type === 'raw'
      ? jsonEquals(atWirePath(step, request.paths.get(t)) ?? request.kept?.get(t) ?? null, tool.declaration)
      : labelOf(tool) === labelOf(t);
  const compared = declared.flatMap((tool, i) => {
    const same = onWire.filter(stands(tool));
    const lacked = (unsupportedToolMembers[tool.type] ?? []).filter((member) => isWarnedOf(member, step));
    return compareTool(tool, same, lacked, {
      request,
      path,
      adapterPath: `${path}.options.tools[${i}]`,
      examples: theCase.examples?.[i],
      isOmitted: (keyword) =>
        step.response?.warnings.some(({ message }) =>
          new RegExp(`schema "?${escapeRegExp(keyword)}\\b`, 'i').test(message),
        ) ?? false,
    });
  });
  const raw = rawDeclarations(step.options);
  const saidRaw = (t: Tool) =>
    raw.some((declaration) => jsonEquals(atWirePath(step, request.paths.get(t)) ?? null, declaration));
  const extra = onWire.filter((t) => !declared.some((tool) => stands(tool)(t)) && !saidRaw(t));
  const functions = extra.filter(({ type }) => type === 'function');
  const findings = compared.map((finding) => asFunction(finding, functions));
  const invented = extra.filter((tool) => tool.type !== 'function' || functions.includes(tool));
  for (const tool of invented) {
    findings.push({
      group: `${tool.type}.invented`,
      message: `the request declares ${named(tool)}, which the caller did not`,
      // Of a tool that the provider keeps from an earlier call, the request that it is asked with.
      wirePath: `${path}.exchanges[${request.exchange}].request`,
      ...wirePathOf(tool, request, path),
      wire: tool,
    });
  }
  return { compared: declared.length + extra.length, findings };
}

/**
 * Of a tool that the application runs, that it is declared as a function: then the model can call it nevertheless.
 *
 * @param functions that the caller did not declare; the one that stands for the tool is taken out
 */
function asFunction(finding: Found, functions: Tool[]): Found {
  const tool = /^(computer-use|shell|text-editor)\.missing$/.exec(finding.group)?.[1];
  const [wire] = tool === undefined ? [] : functions.splice(0, 1);
  if (wire === undefined) return finding;
  const message = `${tool} was declared by the caller; the request has ${named(wire)} instead`;
  return { ...finding, group: `${tool}.as-function`, message, wire };
}

/** Tools that the caller writes into the request itself, which most wires hold in a member of this name. */
function rawDeclarations({ rawRepresentation }: ChatOptions): readonly Json[] {
  const tools = isJsonObject(rawRepresentation) ? rawRepresentation.tools : undefined;
  return Array.isArray(tools) ? tools : [];
}

/** Where a tool is declared, and what its schema is compared by. */
interface PlacedTool {
  readonly request: RequestReading;
  readonly path: string;
  readonly adapterPath: string;
  readonly examples: SchemaExamples | undefined;
  /** Whether the response warns that a keyword of schemas was not sent. */
  readonly isOmitted: (keyword: string) => boolean;
}

/** @param lacked members that the API has no member for, as the adapter says too */
function compareTool(
  tool: Tool,
  same: readonly Tool[],
  lacked: readonly string[],
  { request, path, adapterPath, examples, isOmitted }: PlacedTool,
): Found[] {
  const [found] = same;
  const declared = withoutSecret(tool);
  if (!found) {
    return [
      {
        group: `${tool.type}.missing`,
        message: `${named(tool)} was declared by the caller and is not in the request`,
        adapterPath,
        adapter: declared,
      },
    ];
  }
  const where = { ...wirePathOf(found, request, path), wire: found, adapterPath, adapter: declared };
  if (same.length > 1)
    return [
      {
        message: `${named(tool)} is declared ${same.length} times in the request`,
        group: `${tool.type}.twice`,
        ...where,
      },
    ];
  if (tool.type === 'raw') return [];
  const added = given.filter((member) => member in found && !(member in tool));
  if (added.length > 0) {
    return [
      {
        message: `${labelOf(tool)} has ${added.join(' and ')} in the request, which the caller did not set`,
        group: `${tool.type}.${added[0]}.invented`,
        ...where,
      },
    ];
  }
  const byMeaning = tool.type === 'function' && found.type === 'function' && examples?.valid !== undefined;
  const asTold = byMeaning ? withKeywords(tool.parameters, (keyword) => !isOmitted(keyword)) : {};
  const meant = byMeaning ? meaningDifferences(asTold, found.parameters, examples) : [];
  const dropped = droppedMembers(declared, found)
    .filter(([member]) => !byMeaning || member !== 'parameters')
    .filter(([member, , sent]) => sent !== undefined || !lacked.includes(member))
    .map(([member, value, sent]) => ({
      group: `${tool.type}.${member}.${sent === undefined ? 'missing' : 'changed'}`,
      message: `${labelOf(tool)} ${sent === undefined ? 'lost' : 'changed'} its ${member}${
        sent === undefined ? '' : ` (${howItDiffers(value as Json, sent as Json)})`
      }: declared ${shown(value)}, sent ${shown(sent)}`,
      ...where,
    }));
  return [
    ...dropped,
    ...meant.map(({ group, message }) => ({
      group: `function.parameters.${group}`,
      message: `the schema of ${labelOf(tool)} ${message}`,
      ...where,
    })),
  ];
}

/** What a tool is given, or kept within, by nobody but its caller. */
const given = [
  'fileIds',
  'vectorStoreIds',
  'allowedTools',
  'allowedDomains',
  'blockedDomains',
  'maximumUses',
  'maximumResults',
  'maximumCharacters',
  'userLocation',
  'authorizationToken',
];

/** Nothing where the tool was declared in an earlier call. */
function wirePathOf(tool: Tool, { paths }: RequestReading, path: string): { wirePath?: string } {
  const at = paths.get(tool);
  return at === undefined ? {} : { wirePath: `${path}.${at}` };
}

/** Members that the wire lacks or has otherwise. A schema may gain members on its way (strictness), but lose none. */
function droppedMembers(tool: Tool, found: Tool): [member: string, declared: unknown, sent: unknown][] {
  const onWire = new Map<string, unknown>(Object.entries(found));
  return Object.entries(tool)
    .filter(([key, value]) => !matchesObject({ value: onWire.get(key) }, { value }))
    .map(([key, value]) => [key, value, onWire.get(key)]);
}

/** What opens a server is taken out of every exchange before anything reads it; that it was sent can still be seen. */
const withoutSecret = (tool: Tool): Tool =>
  JSON.parse(scrubBody({ text: JSON.stringify(tool) }, 'application/json').text);

/** For people: a raw declaration may be long, and stands whole beside the message. */
function named(tool: Tool): string {
  const label = labelOf(tool);
  return label.length > 160 ? `${label.slice(0, 160)}…` : label;
}

function labelOf(tool: Tool): string {
  switch (tool.type) {
    case 'function':
      return `the function "${tool.name}"`;
    case 'openapi':
    case 'stateful-function':
    case 'provider-specific':
      return `the tool "${tool.type}" named "${tool.name}"`;
    case 'mcp-server':
      return `the server "${tool.serverName}"`;
    case 'raw':
      return `the raw tool ${JSON.stringify(tool.declaration)}`;
    default:
      return `the tool "${tool.type}"`;
  }
}

const optionNames = Object.keys(ChatOptions.properties);

/**
 * Warnings that a setting was not sent, of settings that nobody set, or that name none. Words are the adapter's own; of the
 * options, and the members that tools may have, the one that is named first is what it is about.
 *
 * @param unsupportedToolMembers members of tools that the API has no place for
 */
function unfoundedWarnings(
  { options, messages, response }: Step,
  path: string,
  unsupportedToolMembers: Readonly<Partial<Record<Tool['type'], readonly string[]>>>,
): Found[] {
  const set = [...namesSet(options), ...(options.tools ?? []).flatMap(namesSet)];
  const said = [...set, ...messages.flatMap(({ contents }) => contents.flatMap(namesSet))];
  const known = [...optionNames, ...Object.values(unsupportedToolMembers).flat()];
  return (response?.warnings ?? []).flatMap((warning, i): Found[] => {
    const isNamed = (name: string) => new RegExp(`\\b${name}\\b`).test(warning.message);
    if (warning.code !== 'unsupported-setting') return [];
    const [about] = known.filter(isNamed).sort((a, b) => warning.message.indexOf(a) - warning.message.indexOf(b));
    if (about === undefined ? said.some(isNamed) : set.includes(about)) return [];
    return [
      {
        group: 'warning.unfounded',
        message:
          about === undefined
            ? 'the response warns about a setting, and names none of the request'
            : `the response warns about "${about}", which the caller did not set`,
        adapterPath: `${path}.response.warnings[${i}]`,
        adapter: { ...warning },
      },
    ];
  });
}

const namesSet = (settings: object): string[] =>
  Object.entries(settings).flatMap(([name, value]) => (value === undefined || isEmpty(value) ? [] : [name]));

/**
 * What stands on the wire at a place of a JSON request: `exchanges[0].request.body.tools[1]`; `undefined` where that is no
 * such place.
 */
function atWirePath({ exchanges }: Step, path: string | undefined): Json | undefined {
  const [, exchange, inBody] = /^exchanges\[(\d+)\]\.request\.body(.*)$/.exec(path ?? '') ?? [];
  if (inBody === undefined) return undefined;
  let value = jsonOf(exchanges[Number(exchange)]?.request.body?.text);
  for (const [, member, index] of inBody.matchAll(/\.([^.[\]]+)|\[(\d+)\]/g)) {
    if (index !== undefined) value = Array.isArray(value) ? value[Number(index)] : undefined;
    else
      value = isJsonObject(value) && member !== undefined && Object.hasOwn(value, member) ? value[member] : undefined;
  }
  return value;
}

function jsonOf(text: string | undefined): Json | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Json);
  } catch {
    return undefined;
  }
}
