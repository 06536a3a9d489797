/** The glossary rule: words that the project does not use, in prose and ids. `glossary.yaml` has them, with the places to look. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Finding, SourceFile } from './repository-rules.ts';

type Read = 'prose' | 'members' | 'strings' | 'comments';

export interface Glossary {
  /** The first that fits a file and each of its ways of reading count. */
  readonly places: readonly { readonly files: string; readonly read: Read; readonly members?: readonly string[] }[];
  /** Replacements, by the regular expression of what they replace. */
  readonly words: Readonly<Record<string, string>>;
  readonly ids: readonly {
    readonly of: string;
    readonly files: string;
    readonly find: string;
    readonly begins?: readonly string[];
  }[];
  readonly notInIds: readonly string[];
}

const advice =
  'docs/architecture.md has the vocabulary, scripts/lint-source/glossary.yaml the words. What a provider calls a thing stands in code font.';

/** The longest id, in characters and in words. */
const maximumId = { characters: 45, words: 7 };

/** Compiles a glossary to a rule on one file. */
export function glossaryRule({ places, words, ids, notInIds }: Glossary): (file: SourceFile) => Finding[] {
  const avoided = Object.entries(words).map(
    ([word, instead]) => [new RegExp(`(?<![\\w-])(?:${word})(?![\\w-])`, 'gi'), instead] as const,
  );
  const whereProse = places.map((place) => ({ ...place, files: new RegExp(place.files) }));
  const whereIds = ids.map((id) => ({ ...id, files: new RegExp(id.files), find: new RegExp(id.find, 'gm') }));
  return ({ path, text }) => {
    const at = (index: number) => `${path}:${text.slice(0, index).split('\n').length}`;
    const inProse = whereProse
      .filter(({ files }) => files.test(path))
      .flatMap(({ read, members = [] }) => {
        const prose = readers[read](text, members);
        return avoided.flatMap(([pattern, instead]) =>
          [...prose.matchAll(pattern)].map((found) => ({
            rule: 'glossary',
            where: at(found.index),
            message: `"${found[0].replace(/\s+/g, ' ')}" → ${instead}`,
            advice,
          })),
        );
      });
    const inIds = whereIds
      .filter(({ files }) => files.test(path))
      .flatMap(({ of, find, begins }) =>
        [...text.matchAll(find)].flatMap((found) =>
          problemsOf(found[1] ?? '', begins, notInIds).map((problem) => ({
            rule: 'glossary-ids',
            where: at(found.index),
            message: `"${found[1]}": ${problem}`,
            advice: `Ids of ${of} are public API: nouns and adjectives that a reader can guess from. scripts/lint-source/glossary.yaml has how they begin.`,
          })),
        ),
      );
    return [...inProse, ...inIds];
  };
}

/** The rule with the project's own glossary. */
export const glossary = glossaryRule(parse(readFileSync(join(import.meta.dirname, 'glossary.yaml'), 'utf8')));

function problemsOf(id: string, begins: readonly string[] | undefined, notInIds: readonly string[]): string[] {
  const parts = id.split('-');
  const bad = parts.filter((part) => notInIds.includes(part));
  return [
    ...(begins && !begins.some((start) => id === start || id.startsWith(`${start}-`))
      ? [`begins with none of ${begins.join(', ')}`]
      : []),
    ...(bad.length > 0 ? [`"${bad.join('", "')}" is not a word of ids`] : []),
    ...(id.length > maximumId.characters || parts.length > maximumId.words
      ? [`longer than ${maximumId.characters} characters or ${maximumId.words} words`]
      : []),
  ];
}

/** Each returns a text of the same length, in which everything that is not prose is blank. */
const readers: Readonly<Record<Read, (text: string, members: readonly string[]) => string>> = {
  prose: (text) =>
    withoutQuotes(text.replace(/^(```|~~~)[\s\S]*?^\1|<!--[\s\S]*?-->|<[^>\n]+>|\]\([^)\s]*\)|https?:\S+/gm, blank)),
  members: (text, members) =>
    withoutQuotes(
      only(
        text,
        new RegExp(
          `(?<=^([ ]*)(?:${members.join('|')}): )[>|]-?\\n(?:\\1[ ]+.*\\n?)+|(?<=\\b(?:${members.join('|')})"?:\\s+)(?:'(?:[^'\\\\\\n]|\\\\.)*'|"(?:[^"\\\\\\n]|\\\\.)*"|(?!string\\b)\\S.*)`,
          'gm',
        ),
      ).replace(/^([ ]*)(['"])(.*)\2/gm, '$1 $3 '),
    ),
  strings: (text) =>
    withoutQuotes(
      only(text, string).replace(string, (found) => (found.includes(' ') ? ` ${found.slice(1, -1)} ` : blank(found))),
    ),
  comments: (text) => withoutQuotes(only(text, /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/g)),
};

/** A string literal in single quotes, or a template. */
const string = /'(?:[^'\\\n]|\\.)*'|`[^`]*`/g;

/** Code font, and words that are quoted. */
function withoutQuotes(text: string): string {
  return text.replace(/`[^`\n]*`|"[^"\n]*"|“[^”\n]*”|\{@link [^}]*\}/g, blank);
}

function only(text: string, pattern: RegExp): string {
  let end = 0;
  const read = [...text.matchAll(pattern)].map((found) => {
    const before = blank(text.slice(end, found.index));
    end = found.index + found[0].length;
    return before + found[0];
  });
  return read.join('') + blank(text.slice(end));
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');
