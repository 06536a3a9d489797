/** What the pages about several runs say, for programs. */
import Type from 'typebox';
import { ChangedCell } from '../../compare/compare.ts';
import { address, closed, count, head, text } from './shared.ts';

/** What a run came to. */
const RunLine = Type.Object(
  {
    /** The name that it is kept by. */
    id: text,
    asOf: text,
    cases: count,
    passed: count,
    excepted: count,
    failed: count,
    live: count,
    documented: count,
    /** Tools through adapters that were tried, and those of which every case passed. */
    cellsTried: count,
    cellsPassing: count,
    adapters: count,
  },
  closed,
);

/** How a run and another one differ, in numbers. */
const ComparisonLine = Type.Object(
  {
    before: text,
    after: text,
    cells: count,
    better: count,
    worse: count,
    other: count,
    address: Type.Optional(address),
  },
  closed,
);

export const HistoryPage = Type.Object(
  { ...head, page: Type.Literal('history'), runs: Type.Array(RunLine) },
  { ...closed, title: 'Page: history' },
);

export const ComparisonPage = Type.Object(
  {
    ...head,
    page: Type.Literal('compare'),
    comparisons: Type.Array(ComparisonLine),
    /** Of one comparison: cells and cases that came out otherwise. */
    cells: Type.Optional(Type.Array(ChangedCell)),
    cases: Type.Optional(
      Type.Array(
        Type.Object({ id: text, direction: text, before: Type.Optional(text), after: Type.Optional(text) }, closed),
      ),
    ),
    evidence: Type.Optional(Type.Array(Type.Object({ id: text, before: text, after: text }, closed))),
    knownIssues: Type.Optional(
      Type.Object({ added: Type.Array(text), removed: Type.Array(text), changed: Type.Array(text) }, closed),
    ),
  },
  { ...closed, title: 'Page: compare' },
);
