/** What `ChatAnthropic` takes in Anthropic's own words, because the library's standard blocks do not say it. */
import { type ContentBlock, ToolMessage } from '@langchain/core/messages';
import { isJsonObject, type JsonObject } from '../../../files/canonical-json.ts';
import type { Content, FunctionResultContent } from '../../../spec/contract/index.ts';
import { outcomeOfAction } from '../shared/actions.ts';
import { defined } from '../shared/defined.ts';
import { objects } from '../shared/json.ts';
import type { Writing } from '../shared/messages.ts';

export const writing: Writing = { provider: 'Anthropic', shown, said, gave, alone };

/** Texts and titles of documents have no standard block that it sends. */
function shown(content: Content): ContentBlock | undefined {
  const { rawRepresentation: raw } = content;
  if (content.type === 'hosted-file' && isJsonObject(raw) && raw.type === 'container_upload')
    return { ...raw, type: raw.type };
  if (content.type !== 'data') return undefined;
  const { mediaType, data, name: title } = content;
  if (mediaType === 'text/plain') {
    const words = Buffer.from(data, 'base64').toString('utf8');
    return document({ type: 'text', media_type: mediaType, data: words }, title);
  }
  return title !== undefined && mediaType === 'application/pdf'
    ? document({ type: 'base64', media_type: mediaType, data }, title)
    : undefined;
}

const document = (source: JsonObject, title: string | undefined): ContentBlock =>
  defined({ type: 'document', source, title });

/** Reasoning that another library has read, with its signature. */
function said(content: Content): ContentBlock | undefined {
  if (content.type !== 'reasoning' || content.protectedData === undefined) return undefined;
  if (content.text === '') return { type: 'redacted_thinking', data: content.protectedData };
  return { type: 'thinking', thinking: content.text, signature: content.protectedData };
}

/** Blocks of a result, such as those that can be cited. */
function gave({ rawRepresentation: raw }: FunctionResultContent): ContentBlock[] | undefined {
  if (!isJsonObject(raw) || raw.type !== 'tool_result' || !Array.isArray(raw.content)) return undefined;
  return objects(raw.content).map((block) => ({ ...block, type: String(block.type) }));
}

function alone(content: Content): ToolMessage | undefined {
  if (content.type !== 'action-result') return undefined;
  const { blocks, status } = outcomeOfAction(content, ({ mediaType: mimeType, data }) => ({
    type: 'image',
    mimeType,
    data,
  }));
  return new ToolMessage({ tool_call_id: content.callId, content: blocks, status });
}
