import type { Finding } from '../../spec/engine/verdict.ts';
import type { CaseResult, ListedIssue } from '../../spec/results/schema.ts';
import { byImpact } from '../../spec/verdicts/impact.ts';
import { claimAddress } from '../reproduce/claim.ts';

/** What an implementation does where it does not work, as far as it was observed. */
interface BehaviourWords {
  readonly word: string;
  /** One sentence for the legend: what of a case says so. */
  readonly meaning: string;
}

/** In the order in which they are told. Each is read off where findings are, never off what they say. */
export const behaviours = {
  refuses: {
    word: 'refuses before sending',
    meaning: 'The call ended with an error, and nothing of it was sent.',
  },
  forward: {
    word: 'forwards what it has to refuse',
    meaning: 'What the provider API lacks was declared in the request all the same.',
  },
  substitute: {
    word: 'replaces what it has to refuse',
    meaning: 'Another tool was declared in the place of one that the provider API lacks.',
  },
  'warn-drop': {
    word: 'drops with a warning',
    meaning: 'What the provider API lacks was left out of the request, and the response warns of it.',
  },
  'silent-drop': {
    word: 'drops in silence',
    meaning: 'What the provider API lacks was left out of the request, without a word.',
  },
  sent: {
    word: 'sends what it has to refuse',
    meaning: 'A request was sent though the provider API has no words for what the caller said.',
  },
  throws: {
    word: 'throws at an answer without an error',
    meaning: 'The provider answered without an error, and the call ended with one.',
  },
  'other-error': {
    word: 'tells another error',
    meaning: 'What was thrown is not what went wrong, or lacks what tells it apart.',
  },
  loses: {
    word: 'drops from the answer',
    meaning: 'The provider said something, and nothing returned says it.',
  },
  returns: {
    word: 'returns otherwise',
    meaning: 'What was returned is not what the provider said: changed, made up, or of another shape.',
  },
  'leaves-out': {
    word: 'leaves out of the request',
    meaning: 'The caller said something, and nothing that was sent says it.',
  },
  sends: {
    word: 'sends otherwise',
    meaning: 'What was sent is not what the caller said, or not what the provider API takes.',
  },
  other: {
    word: 'fails otherwise',
    meaning: 'A check found something that is neither in a request, an answer nor an error.',
  },
  unseen: {
    word: 'was not played',
    meaning: 'The case ended before any check could judge it; the reason says why.',
  },
} as const satisfies Record<string, BehaviourWords>;

export type Behaviour = keyof typeof behaviours;

const order = Object.keys(behaviours) as Behaviour[];

/** How often cases behave in a way, and the errors that they end with, where that is a way to end with one. */
export interface BehaviourCount {
  readonly behaviour: Behaviour;
  readonly cases: number;
  /** Names of errors, in alphabetical order. */
  readonly errors: readonly string[];
}

/** Whether the last call of a case ended before anything of it was sent. */
export type SentNothing = (c: CaseResult) => boolean;

/** How cases that do not pass behave, in order. A case that behaves in several ways counts for each. Pure. */
export function behavioursOf(cases: readonly CaseResult[], sentNothing: SentNothing): BehaviourCount[] {
  const seen = new Map<Behaviour, { cases: number; errors: Set<string> }>();
  for (const c of cases) {
    if (c.verdict === 'pass') continue;
    for (const [behaviour, errors] of observed(c, sentNothing)) {
      const own = seen.get(behaviour) ?? { cases: 0, errors: new Set() };
      own.cases += 1;
      for (const error of errors) own.errors.add(error);
      seen.set(behaviour, own);
    }
  }
  return order.flatMap((behaviour) => {
    const own = seen.get(behaviour);
    return own ? [{ behaviour, cases: own.cases, errors: [...own.errors].sort() }] : [];
  });
}

/** The ways in which one case behaves, each with the errors that it ends with. */
function observed(c: CaseResult, sentNothing: SentNothing): ReadonlyMap<Behaviour, readonly string[]> {
  const failing = c.checks.filter((k) => k.status === 'fail');
  const found = failing.flatMap(({ check, findings }) => findings.map((finding) => ({ check, finding })));
  if (found.length === 0) return new Map([['unseen', []]]);
  const named = found.map(({ check, finding }) => ({ is: kindOf(check, finding), error: errorOf(finding) }));
  const errors = named.flatMap(({ is, error }) => (ended.has(is) && error !== undefined ? [error] : []));
  // What else is found of a call that was never made follows from that.
  if (named.some(({ is }) => is === 'throws') && sentNothing(c)) return new Map([['refuses', errors]]);
  return new Map(named.map(({ is }) => [is, ended.has(is) ? errors : []]));
}

/** Ways to end with an error that are told with its name. */
const ended: ReadonlySet<Behaviour> = new Set(['refuses', 'throws']);

/** What a finding is about, by its places: what lies in a request, in an answer, or in the error of the adapter. */
function kindOf(check: string, { wirePath = '', adapterPath = '', outcome }: Finding): Behaviour {
  if (outcome) return outcome;
  const asked = wirePath.includes('.exchanges') && !wirePath.includes('.response');
  if (asked && check === 'rejects-before-sending') return 'sent';
  if (/\.error\b/.test(adapterPath)) {
    // The only one that speaks of errors where the wire has none.
    if (check === 'returns-provider-errors' && wirePath === '') return 'throws';
    return check === 'rejects-before-sending' ? 'refuses' : 'other-error';
  }
  if (/\.(response|updates)\b/.test(adapterPath)) return 'returns';
  if (wirePath.includes('.response')) return 'loses';
  if (/\.(messages|options)\b/.test(adapterPath) && wirePath === '') return 'leaves-out';
  return asked ? 'sends' : 'other';
}

function errorOf({ adapter }: Finding): string | undefined {
  const { name } = (adapter ?? {}) as { name?: unknown };
  return typeof name === 'string' ? name : undefined;
}

/** A known issue with the cases that it stands behind. */
export interface AppliedIssue {
  readonly issue: ListedIssue;
  /** What shows it with the library alone: a file of the project, and a function of it. */
  readonly reproduction?: string;
  readonly cases: readonly CaseResult[];
  /** Prints a program with the library and the answers of one of the cases; absent where there is nothing to serve. */
  readonly command?: string;
}

/** The known issues behind cases, the worst first, then those with most cases. Pure. */
export function appliedIssues(
  cases: readonly CaseResult[],
  issuesOf: (c: CaseResult) => readonly ListedIssue[],
  sentNothing: SentNothing,
): AppliedIssue[] {
  const pairs = cases.flatMap((c) => issuesOf(c).map((issue) => ({ c, issue })));
  return [...Map.groupBy(pairs, ({ issue }) => issue)]
    .map(([issue, own]): AppliedIssue => {
      const shown =
        own.find(({ c }) => c.evidenceSha256 && (issue.reproduction || !sentNothing(c))) ??
        (issue.reproduction === undefined ? undefined : own[0]);
      return {
        issue,
        ...(issue.reproduction === undefined ? {} : { reproduction: claimAddress(issue.place, issue.reproduction) }),
        cases: own.map(({ c }) => c),
        ...(shown ? { command: `npm run atc -- reproduce ${shown.c.id}` } : {}),
      };
    })
    .sort((a, b) => byImpact(a.issue.impact, b.issue.impact) || b.cases.length - a.cases.length);
}
