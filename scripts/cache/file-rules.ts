/** Files that nothing imports: data of cases, and files that no case reads. */
import { providerApiIds } from '../../matrix/ids.ts';

/** Cases that depend on a file. */
export type Scope =
  | { readonly of: 'nothing' | 'everything' }
  | { readonly of: 'adapters'; readonly ids: readonly string[] }
  | { readonly of: 'recording'; readonly id: string; readonly tool: string }
  | { readonly of: 'column' | 'implementation' | 'tool' | 'source'; readonly id: string };

/** Kind of files: names, cases that depend on them, and why. */
export interface Rule {
  /** Its first group, where there is one, is the id of the scope; its second one, the tool. */
  readonly files: RegExp;
  readonly of: Exclude<Scope['of'], 'adapters'>;
  readonly because: string;
  /** True of files that no outcome depends on: a verdict may, which is made from the outcome again in each run. */
  readonly isForVerdicts?: true;
}

const columns = providerApiIds.join('|');

/** Files that are data of cases. */
export const dataRules: readonly Rule[] = [
  { files: new RegExp(`^recordings/cassettes/(${columns})/([^/]+)/`), of: 'recording', because: 'a recording' },
  { files: /^recordings\/cassettes\//, of: 'everything', because: 'a recording of no column' },
  { files: /^spec\/scenarios\/([^/]+)\.yaml$/, of: 'tool', because: 'the conversations of a tool' },
  {
    files: new RegExp(`^spec/provider-apis/(${columns})/scenarios/([^/]+)\\.yaml$`),
    of: 'recording',
    because: 'the conversations of a tool on one column',
  },
  { files: new RegExp(`^matrix/provider-apis/(${columns})\\.json$`), of: 'column', because: 'the claims of a column' },
  {
    files: new RegExp(`^spec/provider-apis/(${columns})/schemas\\.json$`),
    of: 'column',
    because: 'the types of a column',
  },
  { files: /^schemas\/wire\/([^/]+)\.json$/, of: 'source', because: 'the types of a provider' },
  {
    files: /^adapters\/([^/]+)\/[^/]+\/known-issues\.yaml$/,
    of: 'implementation',
    because: 'the known issues of an implementation',
    isForVerdicts: true,
  },
  {
    files: /^recordings\/freshness\.json$/,
    of: 'everything',
    because: 'the age of recordings is computed from it',
    isForVerdicts: true,
  },
  {
    files:
      /^(matrix\/(tools|errata|dialects)\.json|recordings\/faults\/regressions\.yaml|spec\/wire\/schemas\/deviations\.yaml)$/,
    of: 'everything',
    because: 'every case is made from it or judged by it',
  },
  { files: /^matrix\/limits\.yaml$/, of: 'nothing', because: 'pages and answers tell it, no case is made from it' },
  {
    files: /^(package(-lock)?\.json|tsconfig\.json|\.npmrc)$/,
    of: 'everything',
    because: 'it says what everything is built on',
  },
];

/** Files that no case can see. They come after imports: an imported file is not harmless whatever its name. */
export const harmless: readonly Rule[] = [
  { files: /\.md$|^LICENSE$/, of: 'nothing', because: 'words' },
  { files: /\.(test|browser\.test)\.ts$/, of: 'nothing', because: 'a test that is not a case' },
  { files: /^adapters\/[^/]+\/([^/]+\/)?reproductions\.(mjs|py)$/, of: 'nothing', because: 'programs of their own' },
  { files: /^(docs|\.ci|\.github|\.vscode)\//, of: 'nothing', because: 'not of the suite' },
  {
    files: /^(biome\.json|knip\.json|\.editorconfig|\.git(attributes|ignore)|\.dependency-cruiser\.mjs)$/,
    of: 'nothing',
    because: 'it says how the project is kept',
  },
  { files: /^kits\/(templates|python\/tests)\//, of: 'nothing', because: 'no case reads it' },
  { files: /^(reports|scripts)\//, of: 'nothing', because: 'it comes before the cases or behind them' },
  { files: /^schemas\/[^/]+\.schema\.json$/, of: 'nothing', because: 'published, and not read here' },
  {
    files:
      /^(spec\/checks\/[^/]+\.(json|yaml)|spec\/(corpus\/.+|provider-apis\/[^/]+\/(schema-corrections.*\.yaml|traffic\.json))|recordings\/resources\.yaml)$/,
    of: 'nothing',
    because: 'other commands read it, no case does',
  },
];

/** Suite of an adapter that is not there: its cases are gone, or it is not found. Of any other suite, its imports say what it is. */
export const lostSuite: Rule = {
  files: /^adapters\/[^/]+\/[^/]+\/conformance\.test\.ts$/,
  of: 'everything',
  because: 'the suite of an adapter that is not there',
};

/** A file beside an adapter that is neither imported nor words: its package, its code in other languages. */
export const implementationRule: Rule = {
  files: /^adapters\/([^/]+)\/(?!.*\.ts$).+/,
  of: 'implementation',
  because: 'an implementation has it',
};

/** What every program in Python has: nothing imports it here. */
export const pythonKit: RegExp = /^(kits\/python\/agent_tools_conformance\/|spec\/process\/no-authority\.pem$)/;
