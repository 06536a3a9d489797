/** When the outcome of an action, as a request tells it, is the one that the application gave. */
import { jsonEquals } from '../../../files/canonical-json.ts';
import type { ActionResultContent } from '../../contract/index.ts';
import { dataFact } from '../../facts/data.ts';
import { describeFact, quoted } from '../../facts/describe.ts';

type Output = ActionResultContent['outputs'][number];

/**
 * What differs, in words; empty where the two say the same.
 *
 * Providers cut words into blocks, or put what failed apart from what was printed, as they like; so words are held against
 * words, wherever they stand. A failure may be told in more words than the application's own. An exit code of 0 need not be
 * told, and one that the application did not give may be: some APIs demand one. Where time ran out there was none.
 */
export function differingActionResults(given: ActionResultContent, sent: ActionResultContent): string[] {
  const failed = isFailure(given);
  const words = beyond(wordsOf(given), wordsOf(sent));
  return [
    ...words.missing.map((piece) => `the words ${quoted(piece)} are missing or changed`),
    ...(words.rest === '' || failed || words.missing.length > 0
      ? []
      : [`the words ${quoted(words.rest)} are nobody’s`]),
    ...differingData(given, sent),
    ...(failed && !isFailure(sent) ? ['a failure is told as a success'] : []),
    ...(!failed && isFailure(sent) ? ['a success is told as a failure'] : []),
    ...(ranOutOfTime(given) && sent.exitCode !== undefined
      ? [`that time ran out is told as the exit code ${sent.exitCode}`]
      : []),
    ...(ranOutOfTime(sent) && !saysTimeout(given) ? ['time is said to have run out'] : []),
    ...(given.exitCode && given.exitCode !== sent.exitCode ? [`the exit code ${given.exitCode} is not told`] : []),
    ...(sameSet(given.acknowledgedSafetyCheckIds, sent.acknowledgedSafetyCheckIds)
      ? []
      : ['other safety checks are acknowledged']),
  ];
}

/** For people: what came of an action. */
export function describeActionResult(result: ActionResultContent): string {
  const outputs = result.outputs.map((output) => {
    if (output.type === 'data') return describeFact(dataFact(output.mediaType, output.data));
    return output.type === 'text' ? quoted(output.text) : `the failure ${quoted(output.message)}`;
  });
  const checks = result.acknowledgedSafetyCheckIds ?? [];
  return [
    ...(outputs.length > 0 ? outputs : ['nothing']),
    ...(result.exitCode === undefined ? [] : [`exit code ${result.exitCode}`]),
    ...(checks.length > 0 ? [`the safety checks ${checks.map((id) => quoted(id)).join(', ')} acknowledged`] : []),
  ].join(', ');
}

const isFailure = ({ outputs, exitCode = 0 }: ActionResultContent): boolean =>
  exitCode !== 0 || outputs.some(({ type }) => type === 'error');

const saysTimeout = ({ outputs }: ActionResultContent): boolean =>
  outputs.some((output) => output.type === 'error' && output.errorCode === 'timeout');

const ranOutOfTime = (result: ActionResultContent): boolean => result.exitCode === undefined && saysTimeout(result);

const wordsOf = ({ outputs }: ActionResultContent): string[] =>
  outputs.flatMap((output) => {
    if (output.type === 'data') return [];
    const words = output.type === 'text' ? output.text : output.message;
    return words === '' ? [] : [words];
  });

/** Which pieces are not in the words that were sent, and what these say besides; white space between pieces says nothing. */
function beyond(pieces: readonly string[], sent: readonly string[]): { missing: string[]; rest: string } {
  let rest = sent.join('');
  const missing: string[] = [];
  for (const piece of pieces) {
    const at = rest.indexOf(piece);
    if (at < 0) missing.push(piece);
    else rest = rest.slice(0, at) + rest.slice(at + piece.length);
  }
  return { missing, rest: rest.trim() };
}

function differingData(given: ActionResultContent, sent: ActionResultContent): string[] {
  const left = dataOf(sent);
  const missing = dataOf(given).filter((wanted) => {
    const at = left.findIndex((data) => jsonEquals({ ...data }, { ...wanted }));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return [
    ...missing.map((data) => `${describeFact(data)} is missing or changed`),
    ...left.map((data) => `${describeFact(data)} is nobody’s`),
  ];
}

const dataOf = ({ outputs }: ActionResultContent) =>
  outputs.flatMap((output: Output) => (output.type === 'data' ? [dataFact(output.mediaType, output.data)] : []));

const sameSet = (a: readonly string[] = [], b: readonly string[] = []): boolean =>
  jsonEquals([...a].sort(), [...b].sort());
