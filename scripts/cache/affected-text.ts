import { visible } from '../../files/visible.ts';
import type { AffectedCases } from './affected-cases.ts';

/** How many files are named; of the rest only how many they are. */
const most = 12;

/** What a change can affect, in words: how many cases, which file made it so, and why. Pure. */
export function affectedText({ since, files, cases, why, isEverything }: AffectedCases): string {
  const compared = `since ${visible(since.name)} (${since.commit.slice(0, 7)})`;
  if (cases.length === 0) return `no case can be affected by the ${counted(files.length)} ${compared}`;
  const telling = why.filter((each) => each.cases.length > 0).toSorted((a, b) => b.cases.length - a.cases.length);
  const silent = files.length - telling.length;
  return [
    `${counted(files.length)} ${compared} can affect ${isEverything ? 'every case' : plural(cases.length, 'case')}:`,
    ...telling
      .slice(0, most)
      .map(({ file, because, cases }) => `  ${visible(file)}: ${plural(cases.length, 'case')}, ${because}`),
    ...(telling.length > most ? [`  and ${plural(telling.length - most, 'file')} more`] : []),
    ...(silent > 0 ? [`  ${plural(silent, 'file')} can affect none`] : []),
  ].join('\n');
}

const counted = (files: number): string => `${files} changed ${files === 1 ? 'file' : 'files'}`;
const plural = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
