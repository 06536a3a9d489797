/**
 * StrykerJS's mutants of this project's own modules, switched on one at a time in the process that loaded them. Node's module hooks give each
 * module its instrumented source; nothing is written to disk.
 */
import { readFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { InstrumenterContext } from '@stryker-mutator/api/core';
import type { Ignorer } from '@stryker-mutator/api/ignore';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { repositoryFolder } from '../../spec/engine/discover.ts';

/** One small change of one module. */
export interface Mutant {
  readonly id: string;
  /** Path below the repository. */
  readonly file: string;
  /** Line, from 1. */
  readonly line: number;
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
}

/** What instrumented modules look at: which mutant is on, and where they count what is reached. */
type Switch = { -readonly [K in keyof InstrumenterContext]: InstrumenterContext[K] | undefined };

const holder = globalThis as { __stryker__?: Switch };

/** How often a mutant may be reached, in multiples of what the unchanged code does, before it counts as an endless loop. */
const patience = 100;

export class Instrumented {
  readonly mutants: readonly Mutant[];
  readonly #switch: Switch;
  #generation = 0;

  private constructor(mutants: readonly Mutant[]) {
    this.mutants = mutants;
    this.#switch = holder.__stryker__ ??= {};
    this.#switch.mutantCoverage = { static: {}, perTest: {} };
  }

  /**
   * Instruments modules. Those that are loaded after this have the mutants in them.
   *
   * @param modules paths below the repository
   * @param around modules that are loaded anew with them, unchanged
   */
  static async of(modules: readonly string[], around: readonly string[]): Promise<Instrumented> {
    const sources = await sourcesOf(modules);
    const options = { plugins: null, ignorers: [idle], excludedMutations: [] };
    const { files, mutants } = await new Instrumenter(silent).instrument(sources, options);
    const texts = new Map(sources.map(({ name, content }) => [name, content]));
    const made = new Instrumented(
      mutants.map(({ id, fileName, location, mutatorName, replacement }) => ({
        id,
        file: fileName.slice(repositoryFolder.length + 1),
        line: location.start.line + 1,
        mutator: mutatorName,
        original: textAt(texts.get(fileName) ?? '', location),
        replacement: oneLine(replacement),
      })),
    );
    const unchanged = await sourcesOf(around);
    made.#serve(new Map([...unchanged, ...files].map(({ name, content }) => [name, content])));
    return made;
  }

  /** Runs something as one test: what it reaches is counted under this name. */
  async counted<T>(test: string, run: () => Promise<T>): Promise<T> {
    this.#switch.currentTestId = test;
    try {
      return await run();
    } finally {
      this.#switch.currentTestId = undefined;
    }
  }

  /** The tests that reach a mutant; undefined where it is reached while its module loads. */
  reachedBy({ id }: Mutant): readonly string[] | undefined {
    const { static: loading = {}, perTest = {} } = this.#switch.mutantCoverage ?? {};
    if (loading[id]) return undefined;
    return Object.keys(perTest).filter((test) => perTest[test]?.[id]);
  }

  /** Makes modules with mutants load anew on their next import. */
  forget(): void {
    this.#generation += 1;
  }

  /** Begins to count anew how often the mutant that is on is reached. */
  countAnew(): void {
    this.#switch.hitCount = 0;
  }

  /** Switches a mutant on while something runs. */
  async withMutant<T>({ id }: Mutant, run: () => Promise<T>): Promise<T> {
    const { perTest = {}, static: loading = {} } = this.#switch.mutantCoverage ?? {};
    const usual = Object.values(perTest).reduce((most, hits) => Math.max(most, hits[id] ?? 0), loading[id] ?? 0);
    this.#switch.activeMutant = id;
    this.#switch.hitCount = 0;
    this.#switch.hitLimit = (usual + 1) * patience;
    try {
      return await run();
    } finally {
      this.#switch.activeMutant = undefined;
      this.#switch.hitCount = undefined;
    }
  }

  #serve(sources: ReadonlyMap<string, string>): void {
    registerHooks({
      resolve: (specifier, context, next) => {
        const resolved = next(specifier, context);
        if (this.#generation === 0 || !resolved.url.startsWith('file:')) return resolved;
        const url = resolved.url.split('?')[0] as string;
        return sources.has(fileURLToPath(url))
          ? { ...resolved, url: `${url}?generation=${this.#generation}` }
          : resolved;
      },
      load: (url, context, next) => {
        const source = url.startsWith('file:') ? sources.get(fileURLToPath(url.split('?')[0] as string)) : undefined;
        return source === undefined ? next(url, context) : { format: 'module-typescript', source, shortCircuit: true };
      },
    });
  }
}

const sourcesOf = (modules: readonly string[]) =>
  Promise.all(
    modules.map(async (name) => {
      const path = join(repositoryFolder, name);
      return { name: path, content: await readFile(path, 'utf8'), mutate: true };
    }),
  );

/** Members that say in words what a finding, a check or a source is, and of which provider API it is: no verdict rests on them. */
const inWords = ['message', 'title', 'why', 'url', 'sources', 'source', 'hint', 'description', 'what', 'providerApi'];

/**
 * What readers list as not understood, and members of requests that the contract has no word for: real traffic is held against them, and no
 * check looks at them.
 */
const unjudged = ['readElsewhere', 'unread\\w*', 'rest', 'known\\w*', 'remainingMembers', 'otherMembers'];

/** What an answer keeps to, repeats and presupposes: recordings and servers are held against it, and no adapter. */
const ofAnswers = [
  'answerRules',
  'documented',
  'repeated\\w*',
  'presupposes',
  'answeredBy',
  'callsOfTools',
  'toolsOfItems',
];

const idleNames = new RegExp(`^(?:${[...inWords, ...unjudged, ...ofAnswers].join('|')})$`);

interface AstNode {
  readonly type: string;
  readonly name?: string;
  readonly key?: AstNode;
  readonly id?: AstNode;
  readonly callee?: AstNode;
  readonly object?: AstNode;
  readonly property?: AstNode;
  readonly expression?: AstNode;
  readonly consequent?: AstNode;
  readonly alternate?: AstNode | null;
  readonly elements?: readonly unknown[];
}

/** As much of Babel's path as is looked at. */
interface AstPath {
  readonly node: AstNode;
  readonly parent?: { readonly type: string; readonly operator?: string };
}

/** True for a member, a variable or a call of a name on which no verdict rests, and for a condition of nothing else. */
function isIdle({ type, key, id, callee, expression, consequent, alternate }: AstNode): boolean {
  switch (type) {
    case 'ObjectProperty':
      return idleNames.test(key?.name ?? '') || key?.name === 'members';
    case 'FunctionDeclaration':
    case 'VariableDeclarator':
      return idleNames.test(id?.name ?? '');
    case 'CallExpression': {
      const owner = callee?.property?.name === 'push' ? callee.object : callee;
      return idleNames.test(owner?.property?.name ?? owner?.name ?? '');
    }
    case 'ExpressionStatement':
      return expression !== undefined && isIdle(expression);
    case 'IfStatement':
      return !alternate && consequent?.type === 'ExpressionStatement' && isIdle(consequent);
    default:
      return false;
  }
}

/**
 * Leaves out what no verdict can rest on: words, and what a mutant puts into the empty list that stands for an absent one. It is no object,
 * and readers pass it over.
 */
const idle: Ignorer = {
  shouldIgnore: (path) => {
    const { node, parent } = path as AstPath;
    if (isIdle(node)) return 'no verdict rests on it';
    const isEmptyList = node.type === 'ArrayExpression' && node.elements?.length === 0;
    return isEmptyList && parent?.type === 'LogicalExpression' && parent.operator === '??' ? 'no list' : undefined;
  },
};

/** Imports a module of the repository by its path. */
export const imported = <T>(path: string): Promise<T> =>
  import(pathToFileURL(join(repositoryFolder, path)).href) as Promise<T>;

interface Location {
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
}

/** The text at a location whose lines and columns count from 0. */
function textAt(source: string, { start, end }: Location): string {
  const lines = source.split('\n').slice(start.line, end.line + 1);
  const last = lines.length - 1;
  lines[last] = (lines[last] ?? '').slice(0, end.column);
  lines[0] = (lines[0] ?? '').slice(start.column);
  return oneLine(lines.join('\n'));
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const nothing = () => {};
const silent = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
};
