/** What `ChatBedrockConverse` takes in other words than the library's standard blocks. */
import { type ContentBlock, ToolMessage } from '@langchain/core/messages';
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import type { ActionCallContent, Content, FunctionResultContent } from '../../../spec/contract/index.ts';
import { outcomeOfAction } from '../shared/actions.ts';
import { unsendable } from '../shared/errors.ts';
import { asObject, objects, text } from '../shared/json.ts';
import type { Writing } from '../shared/messages.ts';
import { dataBlock, documentNames, uriBlock } from './media.ts';
import { provider } from './sdk.ts';
import { actionNames } from './tools.ts';

/** For one call: names of documents are numbered through it. */
export function writingOf(): Writing {
  const nameless = documentNames();
  return { provider, shown: (content) => shown(content, nameless), said, called, unparsed, gave, alone };
}

function shown(content: Content, nameless: () => string): ContentBlock | undefined {
  const own = ownBlock(content.rawRepresentation);
  if (own) return own;
  switch (content.type) {
    case 'data':
      return dataBlock(content, nameless);
    case 'uri':
      return uriBlock(content, nameless);
    case 'hosted-file':
      throw unsendable(provider, 'a message holds "hosted-file"; ChatBedrockConverse takes bytes, and what lies in S3');
    default:
      return undefined;
  }
}

/** Blocks of Converse that the library passes on: the one member says what it is. Bytes are bytes to the SDK. */
function ownBlock(raw: Json | undefined): ContentBlock | undefined {
  if (!isJsonObject(raw)) return undefined;
  const [[type, block] = [], another] = Object.entries(raw);
  if (another || type === undefined || !isJsonObject(block)) return undefined;
  return ['image', 'document', 'video', 'audio'].includes(type) ? { type, [type]: withBytes(block) } : undefined;
}

function withBytes(block: JsonObject): object {
  const source = asObject(block.source);
  return typeof source.bytes === 'string'
    ? { ...block, source: { ...source, bytes: Uint8Array.from(Buffer.from(source.bytes, 'base64')) } }
    : block;
}

/** Reasoning that another library has read, with its signature. */
function said(content: Content): ContentBlock | undefined {
  if (content.type !== 'reasoning' || content.protectedData === undefined) return undefined;
  const { text: reasoning, protectedData: signature } = content;
  if (reasoning === '') return { type: 'reasoning_content', redactedContent: signature };
  return { type: 'reasoning', reasoning, signature };
}

/** A call of Claude's own tools, in its words. */
function called({ tool, actions }: ActionCallContent): { name: string; args: JsonObject } {
  const [action, ...others] = actions;
  if (others.length > 0 || typeof action?.type !== 'string') {
    throw unsendable(
      provider,
      `a call to "${tool}" has ${actions.length} actions; Claude has one per call, with a name`,
    );
  }
  const { type, ...rest } = action;
  const name = actionNames[tool];
  if (tool !== 'shell') return { name, args: { [tool === 'computer-use' ? 'action' : 'command']: type, ...rest } };
  return { name, args: type === 'restart' ? { restart: true, ...rest } : rest };
}

/** An input is an object. Source: Anthropic, fine-grained tool streaming, on returning invalid JSON. */
const unparsed = (argumentsText: string): JsonObject => ({ INVALID_JSON: argumentsText });

/** Blocks of a result, such as pictures and documents. */
function gave({ rawRepresentation: raw, result }: FunctionResultContent): ContentBlock[] | undefined {
  const { content } = asObject(asObject(raw).toolResult);
  if (!Array.isArray(content) || result !== undefined) return undefined;
  return objects(content).map((block): ContentBlock => {
    const words = text(block.text);
    if (words !== undefined) return { type: 'text', text: words };
    // What is no block of the library goes out as JSON.
    return ownBlock(block) ?? ((block.json ?? block) as ContentBlock);
  });
}

/** A result without any block is refused by some models, and one without words by none. */
function alone(content: Content): ToolMessage | undefined {
  if (content.type !== 'action-result') return undefined;
  const { blocks, status } = outcomeOfAction(content, ({ mediaType: mime_type, data }) => ({
    type: 'image',
    source_type: 'base64',
    mime_type,
    data,
  }));
  return new ToolMessage({ tool_call_id: content.callId, content: blocks.length > 0 ? blocks : '', status });
}
