/** Content blocks of a response as contents of the contract. Whatever the block, nothing of it is lost. */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import { type Citation, type Content, type FunctionCallContent, WireError } from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';
import { list, text } from '../shared/json.ts';
import { actionCall, type BuiltIns } from './actions.ts';
import { isMedia, mediaFromBlock } from './media.ts';
import { outputsOf } from './outputs.ts';
import { type Member, memberOf } from './union.ts';

/** The contract's names for hosted tools. Anything else keeps its own name. */
const toolNames = new Map([
  ['nova_grounding', 'web-search'],
  ['nova_code_interpreter', 'code-interpreter'],
]);

const toolName = (name: string) => toolNames.get(name) ?? name;

/**
 * New versions of the API bring new blocks: what is not known arrives as `HostedToolResultContent` with the block in
 * `rawRepresentation`.
 *
 * @param builtIns tools that are answered by acting
 * @throws WireError for a block that lacks what every block of its kind has
 */
export function contentFromBlock(block: unknown, builtIns: BuiltIns): Content {
  const member = memberOf(block);
  if (!member) throw new WireError('A content block is not an object of one member.');
  return contentFromMember(member, block as JsonObject, builtIns);
}

function contentFromMember([name, value]: Member, block: JsonObject, builtIns: BuiltIns): Content {
  if (name === 'text') return { type: 'text', text: requiredText(value, 'text') };
  const media = isMedia(name) ? mediaFromBlock(name, value) : undefined;
  if (media) return media;
  if (!isJsonObject(value)) return unknownBlock(name, block);
  switch (name) {
    case 'reasoningContent':
      return reasoning(value, block);
    case 'citationsContent':
      return citedText(value, block);
    case 'toolUse':
      return call(value, block, builtIns);
    case 'toolResult':
      return defined({
        type: 'hosted-tool-result' as const,
        callId: text(value.toolUseId),
        tool: toolName((text(value.type) ?? '').replace(/_result$/, '')),
        outputs: outputsOf(value),
        rawRepresentation: block,
      });
    default:
      return unknownBlock(name, block);
  }
}

const unknownBlock = (name: string, block: JsonObject): Content => ({
  type: 'hosted-tool-result',
  tool: name,
  outputs: [],
  rawRepresentation: block,
});

function reasoning({ reasoningText, redactedContent }: JsonObject, block: JsonObject): Content {
  const said = isJsonObject(reasoningText) ? reasoningText : {};
  return defined({
    type: 'reasoning' as const,
    text: text(said.text) ?? '',
    protectedData: text(said.signature) ?? text(redactedContent),
    rawRepresentation: block,
  });
}

/**
 * Citations are about all the text of their block. Without any they follow the text that they are about, and how much of it that
 * is, the API does not say.
 */
function citedText({ content, citations }: JsonObject, block: JsonObject): Content {
  const words = (list(content) ?? []).map((part) => (isJsonObject(part) ? (text(part.text) ?? '') : '')).join('');
  const annotations = (list(citations) ?? []).map(citation);
  return defined({
    type: 'text' as const,
    text: words,
    annotations: annotations.length > 0 ? annotations : undefined,
    rawRepresentation: block,
  });
}

function citation(raw: Json): Citation {
  if (!isJsonObject(raw)) throw new WireError('A citation is not a JSON object.');
  const [, location] = memberOf(raw.location) ?? [];
  const url = isJsonObject(location) ? text(location.url) : undefined;
  const source = text(raw.source);
  const snippet = (list(raw.sourceContent) ?? []).map((part) => (isJsonObject(part) ? (text(part.text) ?? '') : ''));
  return defined({
    url: url ?? (source !== undefined && URL.canParse(source) ? source : undefined),
    title: text(raw.title),
    fileId: source !== undefined && !URL.canParse(source) ? source : undefined,
    snippet: snippet.length > 0 ? snippet.join('') : undefined,
    rawRepresentation: raw,
  });
}

/** No input is an empty object; input that is no object (a stream cut short) is kept as text. */
function call(value: JsonObject, block: JsonObject, builtIns: BuiltIns): Content {
  const callId = requiredText(value.toolUseId, 'toolUse.toolUseId');
  const name = requiredText(value.name, 'toolUse.name');
  const input = value.input ?? {};
  if (value.type === 'server_tool_use') {
    return { type: 'hosted-tool-call', callId, tool: toolName(name), name, arguments: input, rawRepresentation: block };
  }
  const builtIn = builtIns.get(name);
  const action = builtIn && actionCall(block, callId, builtIn);
  if (action) return action;
  const asked: FunctionCallContent = { type: 'function-call', callId, name, rawRepresentation: block };
  if (isJsonObject(input)) return { ...asked, arguments: input };
  return { ...asked, argumentsText: typeof input === 'string' ? input : JSON.stringify(input) };
}

function requiredText(value: Json | undefined, member: string): string {
  if (typeof value === 'string') return value;
  throw new WireError(`A content block has no text in "${member}".`);
}
