/** What files that nothing imports are for: data, and what no case can see. */
import { providerApiIds } from '../../matrix/ids.ts';

/** Which cases a file is of. */
export type Scope =
  | { readonly of: 'nothing' }
  | { readonly of: 'everything' }
  | { readonly of: 'adapters'; readonly ids: readonly string[] }
  | { readonly of: 'column' | 'implementation' | 'tool' | 'recording' | 'source'; readonly id: string };

/** A kind of files: which they are, of which cases, and why. */
export interface Rule {
  /** Its first group, where there is one, is the id of what it is of. */
  readonly files: RegExp;
  readonly of: Exclude<Scope['of'], 'adapters'>;
  readonly because: string;
}

const columns = providerApiIds.join('|');

/** Files that are data of cases. */
export const dataRules: readonly Rule[] = [
  { files: /^recordings\/cassettes\/(.+)$/, of: 'recording', because: 'a recording' },
  { files: /^spec\/scenarios\/([^/]+)\.yaml$/, of: 'tool', because: 'the conversations of a tool' },
  { files: new RegExp(`^matrix/providers/(${columns})\\.json$`), of: 'column', because: 'the claims of a column' },
  {
    files: new RegExp(`^spec/wire/schemas/columns/(${columns})\\.json$`),
    of: 'column',
    because: 'the types of a column',
  },
  { files: /^schemas\/wire\/([^/]+)\.json$/, of: 'source', because: 'the types of a provider' },
  {
    files:
      /^(matrix\/(tools|drift)\.json|recordings\/(freshness\.json|faults\/regressions\.yaml)|spec\/wire\/schemas\/deviations\.yaml)$/,
    of: 'everything',
    because: 'every case is made from it or judged by it',
  },
  {
    files: /^(package(-lock)?\.json|tsconfig\.json|\.npmrc)$/,
    of: 'everything',
    because: 'it says what everything is built on',
  },
];

/** Files that no case can see. They come after what is imported: a file that is, is not harmless whatever its name. */
export const harmless: readonly Rule[] = [
  { files: /\.md$|^LICENSE$/, of: 'nothing', because: 'words' },
  { files: /\.(test|browser\.test)\.ts$/, of: 'nothing', because: 'a test that is no case' },
  { files: /^(docs|\.ci|\.github|\.vscode)\//, of: 'nothing', because: 'not of the suite' },
  {
    files: /^(biome\.json|knip\.json|\.editorconfig|\.git(attributes|ignore)|\.dependency-cruiser\.mjs)$/,
    of: 'nothing',
    because: 'it says how the project is kept',
  },
  { files: /^(reports|scripts)\//, of: 'nothing', because: 'it comes before the cases or behind them' },
  { files: /^schemas\/[^/]+\.schema\.json$/, of: 'nothing', because: 'published, and read by nobody here' },
  {
    files:
      /^(matrix\/mapping\.json|spec\/checks\/[^/]+\.(json|yaml)|spec\/corpus\/.+|recordings\/(prices|resources)\.yaml)$/,
    of: 'nothing',
    because: 'other commands read it, no case does',
  },
];

/** The suite of an adapter that is not there: its cases are gone, or nobody finds them. What any other suite is, its imports say. */
export const lostSuite: Rule = {
  files: /^adapters\/[^/]+\/[^/]+\/conformance\.test\.ts$/,
  of: 'everything',
  because: 'the suite of an adapter that is not there',
};

/** What lies beside an adapter and is neither imported nor words: its package, its exceptions, its code in other languages. */
export const implementationRule: Rule = {
  files: /^adapters\/([^/]+)\/(?!.*\.ts$).+/,
  of: 'implementation',
  because: 'an implementation has it',
};
