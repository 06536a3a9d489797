import { lruCache } from '../../lib/memoize.ts';
import { type Edit, withoutMeeting } from './text-edits.ts';
import { type TextRule, textRules } from './text-rules.ts';

const sources = textRules.filter(({ needs }) => needs === undefined).map(({ pattern }) => `(?:${pattern.source})`);

/** Fits wherever one of the rules fits that need nothing else. Mostly none does, which one look tells. */
const anySecret = new RegExp(sources.join('|'), 'i');

/** The rules that may fit a text. */
function rulesFor(text: string): readonly TextRule[] {
  const hasAny = anySecret.test(text);
  return textRules.filter(({ needs }) => (needs === undefined ? hasAny : text.includes(needs)));
}

/** How often a text is looked through again: what takes one place may make another one show. */
const rounds = 4;

/** A change, made again until nothing changes any more. */
export const settled =
  (change: (text: string) => string): ((text: string) => string) =>
  (text) => {
    let before = text;
    let after = change(before);
    for (let round = 1; round < rounds && after !== before; round++) {
      before = after;
      after = change(before);
    }
    return after;
  };

/** Text without what is a secret wherever it stands. */
export const scrubText = (text: string): string => sameText(text, () => scrubbed(text));

/** Headers and addresses are the same in thousands of requests. */
const sameText = lruCache<string>();

const scrubbed = settled((text) =>
  rulesFor(text).reduce(
    (scrubbed, rule) => scrubbed.replace(rule.pattern, (found, kept) => placeholder(rule, found, kept)),
    text,
  ),
);

/** Finds the same. */
export const findByLook = (text: string): readonly Edit[] => findIn(text, rulesFor(text));

/** Finds what rules know, without what is a placeholder already. */
export function findIn(text: string, rules: readonly TextRule[]): readonly Edit[] {
  return rules.reduce<readonly Edit[]>((edits, rule) => {
    const found = [...text.matchAll(rule.pattern)].map(({ 0: whole, 1: kept, index }) => ({
      start: index,
      end: index + whole.length,
      text: placeholder(rule, whole, kept),
    }));
    const news = found.filter(({ start, end, text: becomes }) => text.slice(start, end) !== becomes);
    return withoutMeeting(edits, news);
  }, []);
}

const placeholder = ({ becomes }: TextRule, found: string, kept = ''): string =>
  typeof becomes === 'string' ? becomes.replace('$1', () => kept) : becomes(found);
