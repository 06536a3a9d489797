import type { CaseResult, Results } from '../../spec/results/schema.ts';
import type { EarlierCase, EarlierRun } from './earlier-run.ts';
import { couldHave } from './known.ts';

/** `sideways`: it is as good as it was, in another way, such as an error where it failed. */
export type Direction = 'worse' | 'better' | 'sideways' | 'added' | 'gone';

/** A case that came out otherwise, is new, or is gone. */
export interface CaseChange {
  readonly id: string;
  readonly direction: Direction;
  /** Absent of a case that is new. */
  readonly before?: EarlierCase;
  /** Absent of a case that is gone. */
  readonly after?: CaseResult;
  /** The first thing that is wrong with it now, with the check that found it. */
  readonly first?: FirstFinding;
}

/** The first finding of the first check that failed. */
interface FirstFinding {
  readonly check: string;
  readonly finding: Check['findings'][number];
}

type Check = CaseResult['checks'][number];

/** A case whose proof is another one than it was. */
export interface EvidenceChange {
  readonly id: string;
  readonly direction: 'worse' | 'better';
  readonly before: EarlierCase;
  readonly after: CaseResult;
}

/** How good a verdict is for who relies on the case. */
const worth: Readonly<Record<CaseResult['verdict'], number>> = {
  pass: 2,
  'known-failure': 1,
  'not-expressible': 1,
  fail: 0,
  'not-testable': 0,
  error: 0,
};

const grade: Readonly<Record<CaseResult['evidence'], number>> = { live: 2, documented: 1, none: 0 };

/** The cases that both runs have or could have had, by id: those alone can be compared. Pure. */
export function comparable(before: EarlierRun, after: Results): readonly Pick<CaseChange, 'id' | 'before' | 'after'>[] {
  const old = new Map(before.cases.map((c) => [c.id, c]));
  const young = new Map(after.cases.map((c) => [c.id, c]));
  const ids = [...new Set([...old.keys(), ...young.keys()])].sort();
  return ids.flatMap((id) => {
    const [was, is] = [old.get(id), young.get(id)];
    if (was && is) return { id, before: was, after: is };
    if (was) return couldHave(after, was) ? { id, before: was } : [];
    return is && couldHave(before, is) ? { id, after: is } : [];
  });
}

/** The cases that came out otherwise, are new or are gone, in the order of their ids. Pure. */
export function caseChanges(pairs: ReturnType<typeof comparable>): CaseChange[] {
  return pairs.flatMap((pair): CaseChange[] => {
    const { before, after } = pair;
    if (before?.verdict === after?.verdict) return [];
    const first = firstFinding(after);
    return [{ ...pair, direction: directionOf(before, after), ...(first ? { first } : {}) }];
  });
}

/** The cases that both runs played on evidence that is not as good, or better, than it was. Pure. */
export function evidenceChanges(pairs: ReturnType<typeof comparable>): EvidenceChange[] {
  return pairs.flatMap(({ id, before, after }): EvidenceChange[] => {
    const step = before && after ? grade[after.evidence] - grade[before.evidence] : 0;
    return before && after && step !== 0 ? [{ id, direction: step < 0 ? 'worse' : 'better', before, after }] : [];
  });
}

/** The first check that failed and says by what; nothing where none did. */
export const firstFailed = (c: CaseResult | undefined): Check | undefined =>
  c?.checks.find(({ status, findings }) => status === 'fail' && findings.length > 0);

function firstFinding(c: CaseResult | undefined): FirstFinding | undefined {
  const failed = firstFailed(c);
  const finding = failed?.findings[0];
  return failed && finding ? { check: failed.check, finding } : undefined;
}

function directionOf(before: EarlierCase | undefined, after: CaseResult | undefined): Direction {
  if (!before) return 'added';
  if (!after) return 'gone';
  const step = worth[after.verdict] - worth[before.verdict];
  return step < 0 ? 'worse' : step > 0 ? 'better' : 'sideways';
}
