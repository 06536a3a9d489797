import { place } from '../../files/place.ts';
import { cassettesFolder } from '../../recordings/format/location.ts';
import { shellWord } from '../serve/text.ts';
import { dollars } from './price.ts';
import { isWell } from './progress.ts';
import type { ConversationDone } from './request.ts';
import type { Summary } from './summary.ts';

/** The end of a recording in words: how many of each outcome, what it took, and what is left to do in the folder that was written to. */
export function summaryText(summary: Summary, folder: string): string {
  const { conversations, requests, cost, leftBehind, interrupted } = summary;
  const count = (outcome: ConversationDone['outcome']) => conversations.filter((c) => c.outcome === outcome).length;
  const counts = (['written', 'unchanged', 'aside', 'failed', 'not tried'] as const)
    .map((outcome) => `${count(outcome)} ${outcome}`)
    .join(', ');
  return [
    `${conversations.length} conversations: ${counts}; ${requests} requests, ${dollars(cost)} for tokens`,
    ...(interrupted ? ['ended by you: what was written stays, the rest is as it was'] : []),
    ...(count('written') > 0 ? [`see what has changed: npm run atc -- gate --base ${comparison(folder)}`] : []),
    ...leftBehind.map(({ providerApi, what }) => `still at ${providerApi}: ${what}; delete it by hand`),
  ].join('\n');
}

/** What recordings in a folder are compared with, and what is compared. */
const comparison = (folder: string): string =>
  folder === cassettesFolder
    ? 'HEAD --recordings'
    : `${shellWord(place(cassettesFolder))} --recordings ${shellWord(place(folder))}`;

/** 0: all is recorded; 1: something is not, or was left behind; 130: ended by the caller. */
export function exitCodeOf({ conversations, leftBehind, interrupted, nothingCalled }: Summary): number {
  if (interrupted) return 130;
  if (nothingCalled) return 0;
  return conversations.every(isWell) && leftBehind.length === 0 ? 0 : 1;
}
