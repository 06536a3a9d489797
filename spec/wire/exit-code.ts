import type { ActionResultContent } from '../contract/index.ts';

/** In whichever words: `exit code: 2`, `[exited with status 2]`, `Command exited with code 2`. */
const exitLine =
  /(?:^|\n)\W*(?:(?:the )?(?:command|process) )?exit(?:ed)?(?: with)?(?: code| status)?\W{1,3}?(-?\d+)\W*$/i;

/**
 * The exit code of a command and what was printed before it was told, where an API has no member for it: then it can only stand
 * in words, as the last line. `undefined` where it does not.
 */
export function exitCodeIn(
  outputs: ActionResultContent['outputs'],
): Pick<ActionResultContent, 'outputs' | 'exitCode'> | undefined {
  const last = outputs.at(-1);
  const found = last?.type === 'text' ? exitLine.exec(last.text) : null;
  if (last?.type !== 'text' || !found) return undefined;
  const printed = last.text.slice(0, found.index);
  const before = outputs.slice(0, -1);
  return { outputs: printed === '' ? before : [...before, { ...last, text: printed }], exitCode: Number(found[1]) };
}
