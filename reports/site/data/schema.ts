/**
 * What the pages of the site say, for programs: beside each `<page>.html` lies `<page>.json`. Addresses are relative to the file that
 * they stand in. Members are added, never changed in meaning; what a reader must know of raises the version.
 */
import Type from 'typebox';
import { LibraryOption } from '../../../spec/engine/library-options.ts';
import { Level, Source, Verdict } from '../../../spec/engine/verdict.ts';
import { CaseResult, ListedIssue } from '../../../spec/results/schema.ts';
import { behaviours } from '../../implementations/behaviour.ts';
import { ComparisonPage, HistoryPage } from './run-schemas.ts';
import { address, closed, count, head, text } from './shared.ts';

const packages = Type.Array(Type.Object({ name: text, version: text }, closed));

/** A page that leads further: what it is about, and where that page's own JSON lies. */
const Named = { id: text, title: text, address };

/** How many cases there are, and what came of them. */
const Tally = Type.Object(
  { cases: count, passed: count, excepted: count, failed: count },
  { ...closed, title: 'Tally' },
);

/** A cell: how it stands by all of its cases, and where to read more. */
export const CellLine = Type.Object(
  {
    tool: text,
    providerApi: text,
    /** How it stands, as the grid says it. */
    state: text,
    word: text,
    /** How good the proof is; absent where nothing was replayed. */
    grade: Type.Optional(Type.Enum(['live', 'documented', 'mixed'])),
    tally: Tally,
    address,
  },
  { ...closed, title: 'CellLine' },
);

const CaseLine = Type.Object(
  { id: text, verdict: Verdict, address: Type.Optional(address) },
  { ...closed, title: 'CaseLine' },
);

const AdapterLine = Type.Object(
  {
    id: text,
    implementation: text,
    providerApi: text,
    packages,
    /** Options of the library that its bridge chooses. Absent where it chooses none. */
    libraryOptions: Type.Optional(Type.Array(LibraryOption)),
    tally: Tally,
    warned: count,
    address,
  },
  { ...closed, title: 'AdapterLine' },
);

const CheckLine = Type.Object(
  {
    id: text,
    level: Level,
    title: text,
    /** In how many cases it passed, failed, warned and had nothing to compare. */
    passed: count,
    failed: count,
    warned: count,
    notApplicable: count,
    compared: count,
    address,
  },
  { ...closed, title: 'CheckLine' },
);

/** How often checks came to what, over cases. */
const Judged = Type.Object(
  { passed: count, failed: count, warned: count, notApplicable: count },
  { ...closed, title: 'Judged' },
);

/** How cases that do not pass behave, as far as it was observed. */
const BehaviourLine = Type.Object(
  { behaviour: Type.Enum(Object.keys(behaviours)), word: text, cases: count, errors: Type.Array(text) },
  { ...closed, title: 'BehaviourLine' },
);

const ImplementationLine = Type.Object(
  {
    id: text,
    packages,
    tally: Tally,
    judged: Judged,
    /** How many of its cells stand how. */
    states: Type.Record(text, count),
    behaviours: Type.Array(BehaviourLine),
    address,
  },
  { ...closed, title: 'ImplementationLine' },
);

const ImplementationCellLine = Type.Object(
  {
    ...CellLine.properties,
    /** How far it can be used, in a sentence. */
    says: text,
    behaviours: Type.Array(BehaviourLine),
    /** The checks that fail. */
    failing: Type.Array(text),
    judged: Judged,
  },
  closed,
);

const page = <T extends Type.TProperties>(name: string, members: T) =>
  Type.Object({ ...head, page: Type.Literal(name), ...members }, { ...closed, title: `Page: ${name}` });

const IndexPage = page('index', {
  counts: Type.Unknown(),
  problems: count,
  tally: Tally,
  cells: Type.Array(CellLine),
  tools: Type.Array(Type.Object(Named, closed)),
  providers: Type.Array(Type.Object(Named, closed)),
});

const CellPage = page('cell', {
  cell: CellLine,
  /** What the availability table says, with its claims; absent beyond the table. */
  claimed: Type.Optional(Type.Unknown()),
  cases: Type.Array(CaseLine),
  knownIssues: Type.Array(ListedIssue),
  replay: Type.Optional(text),
});

const CasePage = page('case', {
  /** As in `results.json`, but of the checks those alone that found something. */
  case: CaseResult,
  /** The checks that held, each with its number of comparisons, and those that had nothing to compare. */
  passed: Type.Record(text, count),
  notApplicable: Type.Array(text),
  knownIssues: Type.Array(ListedIssue),
  /** Everything that was seen of it. */
  evidence: Type.Optional(address),
});

const ProviderPage = page('provider', {
  id: text,
  title: text,
  lifecycle: Type.Unknown(),
  sdk: Type.Unknown(),
  cells: Type.Array(CellLine),
  adapters: Type.Array(AdapterLine),
});

const ToolPage = page('tool', { id: text, title: text, cells: Type.Array(CellLine) });

const AdapterPage = page('adapter', {
  adapter: AdapterLine,
  cells: Type.Array(CellLine),
  knownIssues: Type.Array(ListedIssue),
  /** The cases that make the run red, and those in which a check below MUST found something. */
  failing: Type.Array(CaseLine),
  warned: Type.Array(CaseLine),
});

const CheckPage = page('check', {
  check: CheckLine,
  reason: text,
  sources: Type.Array(Source),
  /** Broken adapters that it caught; absent where that is not known. */
  kills: Type.Optional(Type.Array(text)),
  found: Type.Array(CaseLine),
});

const ImplementationPage = page('implementation', {
  implementation: ImplementationLine,
  adapters: Type.Array(AdapterLine),
  cells: Type.Array(ImplementationCellLine),
  /** Why cases are excepted, those with the fewest cases first. */
  knownIssues: Type.Array(ListedIssue),
});

const ImplementationsPage = page('implementations', {
  implementations: Type.Array(ImplementationLine),
  /** Each cell that several implementations, or one of them, were tried on. */
  cells: Type.Array(
    Type.Object(
      {
        tool: text,
        providerApi: text,
        through: Type.Array(Type.Object({ implementation: text, state: text, tally: Tally }, closed)),
      },
      closed,
    ),
  ),
  checks: Type.Array(
    Type.Object(
      { id: text, through: Type.Array(Type.Object({ implementation: text, judged: Judged }, closed)) },
      closed,
    ),
  ),
});

const AdaptersPage = page('adapters', { adapters: Type.Array(AdapterLine) });
const ChecksPage = page('checks', { checks: Type.Array(CheckLine) });
const NotFoundPage = page('404', {});

const pages = [
  IndexPage,
  CellPage,
  CasePage,
  ProviderPage,
  ToolPage,
  AdapterPage,
  AdaptersPage,
  ImplementationPage,
  ImplementationsPage,
  CheckPage,
  ChecksPage,
  HistoryPage,
  ComparisonPage,
  NotFoundPage,
] as const;

export const SitePageSchema = Type.Union([...pages], { $id: 'site.schema.json', title: 'Pages of the site, as data' });

export type SitePage = Type.Static<(typeof pages)[number]>;
export type CellLine = Type.Static<typeof CellLine>;
export type CaseLine = Type.Static<typeof CaseLine>;
export type AdapterLine = Type.Static<typeof AdapterLine>;
export type ImplementationLine = Type.Static<typeof ImplementationLine>;
export type CheckLine = Type.Static<typeof CheckLine>;
