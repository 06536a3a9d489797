import { type Edit, withoutMeeting } from './edits.ts';
import { type TextRule, textRules } from './text-rules.ts';

const sources = textRules.filter(({ needs }) => needs === undefined).map(({ pattern }) => `(?:${pattern.source})`);

/** Fits wherever one of the rules fits that need nothing else. Mostly none does, which one look tells. */
const anySecret = new RegExp(sources.join('|'), 'i');

/** The rules that may fit a text. */
function rulesFor(text: string): readonly TextRule[] {
  const hasAny = anySecret.test(text);
  return textRules.filter(({ needs }) => (needs === undefined ? hasAny : text.includes(needs)));
}

/** Text without what is a secret wherever it stands. */
export function scrubText(text: string): string {
  return rulesFor(text).reduce(
    (scrubbed, rule) => scrubbed.replace(rule.pattern, (found, kept) => placeholder(rule, found, kept)),
    text,
  );
}

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
