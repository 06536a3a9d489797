/** What OpenAI Chat Completions says in words of its own, as contents of the contract. */
import type { Content } from '../../../spec/contract/index.ts';
import type { Part, Reading } from '../shared/contents.ts';
import { defined } from '../shared/defined.ts';
import { plain } from '../shared/json.ts';

export const readingOf = (key: string): Reading => ({ key, contentsOf: ownContents });

/** The library tells sources apart from the text that cites them, and drops the places where it does. */
function ownContents(part: Part): Content[] | undefined {
  if (part.type !== 'source' || part.sourceType !== 'url') return undefined;
  const { url, title } = part;
  return [{ type: 'text', text: '', annotations: [defined({ url, title, rawRepresentation: plain(part) })] }];
}
