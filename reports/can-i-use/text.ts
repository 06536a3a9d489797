import type { Lookup } from '../snapshot/lookup.ts';
import { answerLines } from './answer-lines.ts';
import { listLines } from './answer-list.ts';
import type { Look } from './layout.ts';
import type { CanIUse } from './schema.ts';

/** Answers as text: one in full, several in a line each. Pure. */
export function canIUseText(asked: CanIUse, lookup: Lookup, look: Look): string {
  const [answer, ...more] = asked.answers;
  const lines = answer && more.length === 0 ? answerLines(answer, lookup, look) : listLines(asked, lookup, look);
  return `${lines.join('\n')}\n`;
}
