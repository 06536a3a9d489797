/**
 * What one message says, however it travelled. Source: `ContentBlock`, `ToolUseBlock`, `ToolResultBlock`,
 * `CitationsContentBlock`, `ReasoningContentBlock` of `@aws-sdk/client-bedrock-runtime`, `models/models_0.d.ts`.
 */
import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import type { ActionCallContent } from '../../contract/index.ts';
import type { Fact, LocatedFact, Reading, Unread } from '../../facts/fact.ts';
import { joinText } from '../joined-text.ts';
import { asArray, asObject, asString, otherMembers, parseJson } from '../json.ts';
import { actionOf } from './built-ins.ts';
import { bytesIn, mediaKinds } from './media.ts';
import type { PlacedBlock, PlacedMessage } from './placed.ts';
import { inside, memberOf } from './union.ts';

type BuiltIns = ReadonlyMap<string, ActionCallContent['tool']>;

/** Members of each block that are read; any other that is not null is listed as unread. */
const readMembers: Readonly<Record<string, ReadonlySet<string>>> = {
  toolUse: new Set(['toolUseId', 'name', 'input', 'type']),
  toolResult: new Set(['toolUseId', 'content', 'status', 'type']),
  citationsContent: new Set(['content', 'citations']),
  reasoningContent: new Set(['reasoningText', 'redactedContent']),
};

/** The facts of a message's contents: its text as one, everything else block by block, in order. */
export function readContents(message: PlacedMessage, builtIns: BuiltIns): Reading {
  const facts: LocatedFact[] = [];
  const unread: Unread[] = [];
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

function factsOf(name: string, value: Json, placed: PlacedBlock, builtIns: BuiltIns): LocatedFact[] {
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
function citedText(members: JsonObject, { path, citationPaths = [] }: PlacedBlock): LocatedFact[] {
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

function callOf(members: JsonObject, { inputText }: PlacedBlock, builtIns: BuiltIns): Fact {
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

function unreadOf(name: string, value: Json, path: string): Unread[] {
  const known = Object.hasOwn(readMembers, name) ? readMembers[name] : undefined;
  if (name === 'text' || mediaKinds.has(name)) return [];
  if (!known) return [{ path, what: name || 'content block without a name' }];
  return otherMembers(inside(value), known).map((other) => ({
    path: `${path}.${name}.${other}`,
    what: `${name}.${other}`,
  }));
}
