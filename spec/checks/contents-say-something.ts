import type { Content } from '../contract/index.ts';
import type { Finding } from '../engine/verdict.ts';
import { answered, type Check, contractSource } from './check.ts';
import { isEmpty as holdsNothing } from './lib/is-empty.ts';

export const check: Check = {
  id: 'contents-say-something',
  level: 'SHOULD',
  title: 'No content is empty: a text or a thought without words carries citations, state, or what it was made from.',
  reason:
    'Applications show what they get and send it back: an empty text is an empty bubble, and providers refuse one in the next request.',
  sources: [
    contractSource,
    {
      title: 'Empty text blocks that come and may not go back',
      url: 'https://github.com/anthropics/anthropic-sdk-python/issues/461',
    },
  ],
  of: answered,
  judge: ({ steps }) => {
    let compared = 0;
    const findings: Finding[] = [];
    for (const { step, path } of steps) {
      const told = step.updates
        ? step.updates.map(({ contents }, i) => ({ contents, at: `${path}.updates[${i}]` }))
        : (step.response?.messages ?? []).map(({ contents }, i) => ({
            contents,
            at: `${path}.response.messages[${i}]`,
          }));
      for (const { contents, at } of told) {
        compared += contents.length;
        if (!step.updates && contents.length === 0) {
          findings.push({ message: `the message at ${at} holds nothing`, adapterPath: at });
        }
        contents.forEach((content, i) => {
          if (!isEmpty(content)) return;
          const adapterPath = `${at}.contents[${i}]`;
          findings.push({
            message: `the ${content.type} content at ${adapterPath} says nothing`,
            adapterPath,
            adapter: { ...content },
          });
        });
      }
    }
    return { compared, findings };
  },
};

function isEmpty(content: Content): boolean {
  if (content.type !== 'text' && content.type !== 'reasoning') return false;
  const { rawRepresentation: raw } = content;
  if (content.text !== '' || (raw !== undefined && !holdsNothing(raw))) return false;
  return content.type === 'text' ? (content.annotations ?? []).length === 0 : content.protectedData === undefined;
}
