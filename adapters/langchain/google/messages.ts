/** What `ChatGoogleGenerativeAI` takes in words of its own, because the library's standard blocks do not say it. */
import type { ContentBlock } from '@langchain/core/messages';
import type { Content } from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';
import type { Writing } from '../shared/messages.ts';

export const writing: Writing = { provider: 'Google', shown, said };

/** A file that Google keeps has an address; of one whose type is not said, the library's own block says one. */
function shown(content: Content): ContentBlock | undefined {
  if (content.type === 'hosted-file') return { type: 'media', mimeType: content.mediaType, fileUri: content.fileId };
  if (content.type !== 'uri' || content.mediaType !== undefined) return undefined;
  return { type: 'media', mimeType: undefined, fileUri: content.uri };
}

/** Reasoning that another library has read, with its signature. */
function said(content: Content): ContentBlock | undefined {
  if (content.type !== 'reasoning' || content.text === '') return undefined;
  return defined({ type: 'thinking', thinking: content.text, signature: content.protectedData });
}
