/**
 * What one message says, however it travelled. Source: `ContentBlock`, `ToolUseBlock`, `ToolResultBlock`,
 * `CitationsContentBlock`, `ReasoningContentBlock` of `@aws-sdk/client-bedrock-runtime`, `models/models_0.d.ts`.
 */
import type { Json, JsonObject } from '../../../lib/canonical-json.ts';
import type { ActionCallContent, Content } from '../../contract/index.ts';
import { dataFact } from '../../facts/data-facts.ts';
import type { Fact, FactReading, LocatedFact, Unrecognized } from '../../facts/fact.ts';
import { asArray, asObject, asString, otherMembers, parseJson } from '../../wire/json.ts';
import { joinText } from '../../wire/shared-facts.ts';

type BuiltIns = ReadonlyMap<string, ActionCallContent['tool']>;

/** Members of each block that are read; any other that is not null is listed as unread. */
const readMembers: Readonly<Record<string, ReadonlySet<string>>> = {
  toolUse: new Set(['toolUseId', 'name', 'input', 'type']),
  toolResult: new Set(['toolUseId', 'content', 'status', 'type']),
  citationsContent: new Set(['content', 'citations']),
  reasoningContent: new Set(['reasoningText', 'redactedContent']),
};

/** The facts of a message's contents: its text as one, everything else block by block, in order. */
export function readContents(message: LocatedMessage, builtIns: BuiltIns): FactReading {
  const facts: LocatedFact[] = [];
  const unread: Unrecognized[] = [];
  for (const placed of message.blocks) {
    const member = memberOf(placed.block);
    if (!member) {
      const what = `content block with the members ${Object.keys(placed.block).join(', ') || '(none)'}`;
      unread.push({ path: placed.path, what });
      continue;
    }
    const [name, value] = member;
    facts.push(...factsOf(name, value, placed, builtIns));
    unread.push(...unreadOf(name, value, placed.path));
  }
  return { facts: joinText(facts), unread: [...unread, ...message.unread] };
}

function factsOf(name: string, value: Json, placed: LocatedBlock, builtIns: BuiltIns): LocatedFact[] {
  const { path } = placed;
  const located = (fact: Fact | undefined, at = path): LocatedFact[] => (fact ? [{ fact, path: at }] : []);
  const members = inside(value);
  switch (name) {
    case 'text':
      return located({ kind: 'text', text: asString(value) ?? '' });
    case 'reasoningContent':
      return located(reasoningOf(members));
    case 'citationsContent':
      return citedText(members, placed);
    case 'toolUse':
      return located(callOf(members, placed, builtIns));
    case 'toolResult':
      return [...located(resultOf(members)), ...mediaIn(members, path)];
    default:
      if (mediaKinds.has(name)) return located(bytesIn(name, value));
      // Whatever it is, the provider gave it, and it must arrive whole.
      return located({ kind: 'hosted-result', tool: name, payload: value });
  }
}

function reasoningOf({ reasoningText, redactedContent }: JsonObject): Fact | undefined {
  const { text, signature } = inside(reasoningText);
  const protectedData = asString(signature) ?? asString(redactedContent) ?? '';
  const words = asString(text) ?? '';
  if (words === '' && protectedData === '') return undefined;
  return { kind: 'reasoning', text: words, ...(protectedData === '' ? {} : { protectedData }) };
}

/**
 * Text with where it is from. Citations without any text follow the text that they are about; how much of it that is, this wire
 * does not say.
 */
function citedText(members: JsonObject, { path, citationPaths = [] }: LocatedBlock): LocatedFact[] {
  const text = textOf(members.content);
  const citations = (asArray(members.citations) ?? []).map((citation, i): LocatedFact => {
    const fact = {
      kind: 'citation',
      target: targetOf(inside(citation)),
      ...(text === '' ? {} : { span: text }),
      ...quotedIn(inside(citation)),
      ...(typeof inside(citation).title === 'string' ? { title: String(inside(citation).title) } : {}),
      ...(asObject(inside(citation).location) ? { state: { location: inside(inside(citation).location) } } : {}),
    } as const;
    return { fact, path: citationPaths[i] ?? `${path}.citationsContent.citations[${i}]` };
  });
  return [{ fact: { kind: 'text', text }, path }, ...citations];
}

export const textOf = (content: Json | undefined): string =>
  (asArray(content) ?? []).map((part) => asString(inside(part).text) ?? '').join('');

/** The source's own words, in pieces. */
function quotedIn({ sourceContent }: JsonObject): { quote?: string } {
  const quote = textOf(sourceContent);
  return quote === '' ? {} : { quote };
}

/** What names the source: a page, the source of a search result, a document by its title. */
const targetOf = ({ location, source, title }: JsonObject): string =>
  asString(inside(inside(location).web).url) ?? asString(source) ?? asString(title) ?? '';

function callOf(members: JsonObject, { inputText }: LocatedBlock, builtIns: BuiltIns): Fact {
  const name = asString(members.name) ?? '';
  const input = inputText ? (parseJson(inputText) ?? inputText) : (members.input ?? {});
  const id = idOf(members);
  if (members.type === 'server_tool_use') return { kind: 'hosted-call', tool: name, arguments: input, ...id };
  const tool = builtIns.get(name);
  const action = tool && actionOf(tool, input);
  if (tool && action) return { kind: 'action-call', tool, actions: [action], ...id };
  return { kind: 'call', name, arguments: input, ...id };
}

/** What a hosted tool gave; that it failed stands beside that, so then all of it is the payload. */
const resultOf = (members: JsonObject): Fact => ({
  kind: 'hosted-result',
  tool: (asString(members.type) ?? '').replace(/_result$/, ''),
  payload: members.status === 'error' ? members : (members.content ?? null),
  ...idOf(members),
  ...(members.status === 'error' || (asArray(members.content) ?? []).some(isFailure) ? { failed: true } : {}),
});

/** Code that ended badly says so within what it printed, in JSON or in the text of it. */
function isFailure(part: Json): boolean {
  const { json, text } = inside(part);
  const { isError, exitCode = 0 } = inside(json ?? parseJson(asString(text) ?? ''));
  return isError === true || exitCode !== 0;
}

const idOf = ({ toolUseId }: JsonObject): { id?: string } => (typeof toolUseId === 'string' ? { id: toolUseId } : {});

function mediaIn({ content }: JsonObject, path: string): LocatedFact[] {
  return (asArray(content) ?? []).flatMap((part, i) => {
    const [name, value] = memberOf(inside(part)) ?? [];
    const fact = name === undefined ? undefined : bytesIn(name, value ?? null);
    return fact ? [{ fact, path: `${path}.toolResult.content[${i}]` }] : [];
  });
}

function unreadOf(name: string, value: Json, path: string): Unrecognized[] {
  const known = Object.hasOwn(readMembers, name) ? readMembers[name] : undefined;
  if (name === 'text' || mediaKinds.has(name)) return [];
  if (!known) return [{ path, what: name || 'content block without a name' }];
  return otherMembers(inside(value), known).map((other) => ({
    path: `${path}.${name}.${other}`,
    what: `${name}.${other}`,
  }));
}

/** A content block, an object of one member (`{ "text": … }`, `{ "toolUse": … }`), and the place it was read from. */
export interface LocatedBlock {
  readonly block: JsonObject;
  readonly path: string;
  /** Of a streamed block: the event of each of its citations. */
  readonly citationPaths?: readonly string[];
  /** Of a streamed call: the JSON text of its input, as the deltas wrote it. */
  readonly inputText?: string;
}

/** A message put together from a JSON body or from a stream's events. */
export interface LocatedMessage {
  readonly blocks: readonly LocatedBlock[];
  readonly stop?: { readonly reason: string; readonly path: string };
  readonly usage?: { readonly counts: JsonObject; readonly path: string };
  /** Errors that came in its midst. */
  readonly errors: readonly LocatedFact[];
  /** What its envelope says that has no word here. */
  readonly unread: readonly Unrecognized[];
}

/**
 * Members of an answer, and of the events that say the same of a stream, that are read or say nothing of what was answered: how
 * long it took, how it was served, and `p`, letters that hide the length of what is sent.
 */
const known = new Set(['output', 'stopReason', 'usage', 'metrics', 'performanceConfig', 'serviceTier', 'p']);

/** What surrounds the content of a message: why it stopped, what it cost, and what there is no word for. */
export function readEnvelope(members: JsonObject, path: string): Pick<LocatedMessage, 'stop' | 'usage' | 'unread'> {
  const reason = asString(members.stopReason);
  const counts = asObject(members.usage);
  return {
    ...(reason === undefined ? {} : { stop: { reason, path: `${path}.stopReason` } }),
    ...(counts === undefined ? {} : { usage: { counts, path: `${path}.usage` } }),
    unread: otherMembers(members, known).map(
      (name): Unrecognized => ({ path: `${path}.${name}`, what: name || 'member without a name' }),
    ),
  };
}

/**
 * The member that a union of this API has, and its value: of `{ "text": "Hello" }` the text. A union with several members is
 * none, but one of them may be null. Source: Smithy, "Union".
 */
export function memberOf(union: JsonObject): readonly [name: string, value: Json] | undefined {
  const members = Object.entries(union).filter(([, value]) => value !== null);
  return members.length === 1 ? members[0] : undefined;
}

/** The value of a member that holds an object; empty where it is something else. */
export const inside = (value: Json | undefined): JsonObject => asObject(value) ?? {};

// Images, documents, videos and sound: a format, and where the bytes are. Source: `ImageBlock`, `DocumentBlock`,
// `VideoBlock`, `AudioBlock`, `ImageFormat`, `DocumentFormat` … of `@aws-sdk/client-bedrock-runtime`.

const documentTypes: ReadonlyMap<string, string> = new Map([
  ['pdf', 'application/pdf'],
  ['csv', 'text/csv'],
  ['doc', 'application/msword'],
  ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['xls', 'application/vnd.ms-excel'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['html', 'text/html'],
  ['txt', 'text/plain'],
  ['md', 'text/markdown'],
]);

const otherTypes: ReadonlyMap<string, string> = new Map([
  ['video/mov', 'video/quicktime'],
  ['video/mkv', 'video/x-matroska'],
  ['video/three_gp', 'video/3gpp'],
  ['audio/mp3', 'audio/mpeg'],
]);

export const mediaKinds: ReadonlySet<string> = new Set(['image', 'document', 'video', 'audio']);

/** The content that a block of one of {@link mediaKinds} stands for; `undefined` where it names no source known here. */
export function mediaOf(kind: string, value: Json): Content | undefined {
  const block = asObject(value) ?? {};
  const source = asObject(block.source);
  const title = asString(block.name);
  const mediaType = mediaTypeOf(kind, asString(block.format));
  const data = asString(source?.bytes);
  const text = asString(source?.text);
  const uri = asString(asObject(source?.s3Location)?.uri);
  const name = title === undefined ? {} : { name: title };
  if (data !== undefined) return { type: 'data', data, mediaType, ...name };
  if (text !== undefined) return { type: 'data', data: Buffer.from(text).toString('base64'), mediaType, ...name };
  return uri === undefined ? undefined : { type: 'uri', uri, mediaType };
}

/** The bytes in a block, where it has some. */
function bytesIn(kind: string, value: Json): Fact | undefined {
  const media = mediaKinds.has(kind) ? mediaOf(kind, value) : undefined;
  return media?.type === 'data' ? dataFact(media.mediaType, media.data) : undefined;
}

function mediaTypeOf(kind: string, format = ''): string {
  if (kind === 'document') return documentTypes.get(format) ?? 'application/octet-stream';
  const type = `${kind}/${format}`;
  return otherTypes.get(type) ?? type;
}

// Tools of Claude that Converse has no type for. They are declared in `additionalModelRequestFields.tools`, in
// Anthropic's words, and called as any function is: only the request tells which names are theirs. Source:
// `ToolComputerUse20250124`, `ToolTextEditor20250728`, `ToolBash20250124` of `@anthropic-ai/sdk`; "Computer use" in the
// Amazon Bedrock user guide.

type ActionTool = ActionCallContent['tool'];

const kinds: readonly (readonly [typeBeginsWith: string, ActionTool])[] = [
  ['computer_', 'computer-use'],
  ['text_editor_', 'text-editor'],
  ['bash_', 'shell'],
];

/** The kind of tool that a declaration is of, whatever its version. */
export const kindOf = (declaration: JsonObject): ActionTool | undefined =>
  kinds.find(([start]) => asString(declaration.type)?.startsWith(start))?.[1];

/** The names that a request's built-in tools are called by. */
export function builtInsOf(body: JsonObject | undefined): ReadonlyMap<string, ActionTool> {
  const declared = asArray(asObject(body?.additionalModelRequestFields)?.tools) ?? [];
  const functions = asArray(asObject(body?.toolConfig)?.tools) ?? [];
  return new Map([
    ...functions.flatMap((declaration) => copiedBuiltIn(inside(inside(declaration).toolSpec))),
    ...declared.flatMap((declaration) => {
      const { name, ...rest } = asObject(declaration) ?? {};
      const kind = kindOf(rest);
      return kind && typeof name === 'string' ? [[name, kind] as const] : [];
    }),
  ]);
}

/** What Claude's own tools are called, and a property that the input of each has, with a value of it where it lists them. */
const copies: readonly (readonly [name: RegExp, property: string, value: string | undefined, ActionTool])[] = [
  [/^computer$/, 'action', 'screenshot', 'computer-use'],
  [/^str_replace_(based_edit_tool|editor)$/, 'command', 'str_replace', 'text-editor'],
  [/^bash$/, 'restart', undefined, 'shell'],
];

/**
 * A function that takes the name and the input of one of Claude's tools, without a word of description: its calls are read as those of that
 * tool, though what is declared is a function. Source: "Computer Use" of
 * https://ai-sdk.dev/providers/ai-sdk-providers/amazon-bedrock, whose tools are sent so.
 */
function copiedBuiltIn({ name, description, inputSchema }: JsonObject): (readonly [string, ActionTool])[] {
  if (typeof name !== 'string' || description !== undefined) return [];
  const properties = inside(inside(inside(inputSchema).json).properties);
  return copies
    .filter(([pattern, property]) => pattern.test(name) && properties[property] !== undefined)
    .filter(([, property, value]) => value === undefined || asArray(inside(properties[property]).enum)?.includes(value))
    .map(([, , , tool]) => [name, tool]);
}

/** The action that an input asks for: its name first, then its members as the model wrote them; `undefined` without a name. */
export function actionOf(tool: ActionTool, input: Json): JsonObject | undefined {
  const members = asObject(input);
  if (!members) return undefined;
  if (tool === 'shell') {
    const { restart, ...rest } = members;
    return restart === true ? { type: 'restart', ...rest } : { type: 'exec', ...members };
  }
  const naming = tool === 'computer-use' ? 'action' : 'command';
  const { [naming]: type, ...rest } = members;
  return typeof type === 'string' ? { type, ...rest } : undefined;
}
