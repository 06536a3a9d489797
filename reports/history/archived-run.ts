/** What is archived of a run when the run itself is gone: its form, and the folder where runs are kept. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import Type from 'typebox';
import { canonicalJson } from '../../lib/canonical-json.ts';
import { parseData } from '../../lib/data-file.ts';
import { withFolderLock } from '../../lib/folder-lock.ts';
import { decodeText, readRegularFile } from '../../lib/read-regular-file.ts';
import { displayPath, UserError } from '../../lib/user-error.ts';
import { writableFolder } from '../../lib/writable-folder.ts';
import { isTemporary, writeFileAtomic } from '../../lib/write-atomic.ts';
import type { Matrix } from '../../matrix/model.ts';
import { type Verdict, Verdict as VerdictSchema } from '../../spec/engine/verdict.ts';
import { CaseResult, ListedIssue, type Results, RunAdapter } from '../../spec/results/schema.ts';
import type { Side, SideCase } from '../compare/compare.ts';
import { readResults } from '../results/store.ts';

/** Version of this schema; a change that a reader must know of raises it. */
const keptRunVersion = 1;

const closed = { additionalProperties: false };
const text = Type.String();
const count = Type.Integer({ minimum: 0 });

type Grade = CaseResult['evidence'];

/** Two texts, one behind the other. */
const pair = <A extends string, B extends string>(
  first: Type.TSchema,
  second: Type.TSchema,
  options: Type.TSchemaOptions = {},
) => Type.Unsafe<[A, B]>({ type: 'array', prefixItems: [first, second], items: false, minItems: 2, ...options });

/** What came of a case, and how good the proof is. */
const Outcome = pair<Verdict, Grade>(VerdictSchema, CaseResult.properties.evidence, { title: 'Outcome' });

const Scenario = Type.Object(
  {
    kind: CaseResult.properties.kind,
    /** Only a thorough run has it. */
    thorough: Type.Optional(Type.Literal(true)),
    complete: Type.Optional(Outcome),
    stream: Type.Optional(Outcome),
  },
  closed,
);

/** What is archived of a run when the run itself is gone: enough to draw a trend, and to compare it with another one case by case. */
export const ArchivedRun = Type.Object(
  {
    version: Type.Literal(keptRunVersion),
    /** The day of the run. */
    asOf: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
    selection: Type.Record(text, Type.Array(text)),
    thorough: Type.Optional(Type.Literal(true)),
    adapters: Type.Array(RunAdapter),
    knownIssues: Type.Optional(Type.Array(ListedIssue)),
    /** What was known before there were known issues; it is compared with nothing. */
    exceptions: Type.Optional(Type.Array(Type.Unknown())),
    /** What failed the run without being a case. */
    problems: count,
    /** What the availability table said, by provider API and tool: support and lifecycle. */
    claims: Type.Record(text, Type.Record(text, pair<string, string>(text, text))),
    /** What came of every case, by adapter, tool and scenario. */
    cases: Type.Record(text, Type.Record(text, Type.Record(text, Scenario))),
  },
  { $id: 'archived-run.schema.json', title: 'What is archived of a run', additionalProperties: false },
);

export type ArchivedRun = Type.Static<typeof ArchivedRun>;
type KeptScenario = Type.Static<typeof Scenario>;

/** What is archived of a run. Pure. */
export function keptRunOf({ run, matrix, cases, problems }: Results): ArchivedRun {
  const { asOf, selection, thorough, adapters, knownIssues } = run;
  const { providers = [] } = (matrix ?? {}) as Partial<Matrix>;
  return {
    version: keptRunVersion,
    asOf,
    selection,
    ...(thorough ? { thorough } : {}),
    adapters,
    ...(knownIssues ? { knownIssues } : {}),
    problems: problems.length,
    claims: Object.fromEntries(
      providers.map(({ id, cells }) => [
        id,
        Object.fromEntries(Object.entries(cells).map(([tool, c]) => [tool, [c.support, c.lifecycle]])),
      ]),
    ),
    cases: nested(cases, [(c) => c.adapter, (c) => c.tool, (c) => c.scenario], scenarioOf) as ArchivedRun['cases'],
  };
}

/** One object within the other: by the first key, then by the second. */
function nested<T>(
  items: readonly T[],
  keys: readonly ((item: T) => string)[],
  make: (items: readonly T[]) => unknown,
): unknown {
  const [key, ...rest] = keys;
  if (!key) return make(items);
  return Object.fromEntries([...Map.groupBy(items, key)].map(([name, own]) => [name, nested(own, rest, make)]));
}

function scenarioOf(cases: readonly CaseResult[]): KeptScenario {
  const [first] = cases as readonly [CaseResult, ...CaseResult[]];
  return {
    kind: first.kind,
    ...(first.replay.endsWith(thoroughOption) ? { thorough: true as const } : {}),
    ...Object.fromEntries(cases.map((c) => [c.mode, [c.verdict, c.evidence]])),
  };
}

/** How the command ends that plays what only a thorough run has. */
const thoroughOption = ' --thorough';

/**
 * An archived run as a side of a comparison: who took part, what was claimed, and every case with its verdict and evidence, but nothing of
 * what was seen or found. Pure.
 */
export function sideOf({
  asOf,
  selection,
  thorough,
  adapters,
  knownIssues,
  problems,
  claims,
  cases,
}: ArchivedRun): Side {
  const tools = [...new Set(Object.values(claims).flatMap((cells) => Object.keys(cells)))];
  const providers = Object.entries(claims).map(([id, cells]) => ({
    id,
    cells: Object.fromEntries(
      Object.entries(cells).map(([tool, [support, lifecycle]]) => [
        tool,
        { support, lifecycle, claims: [], sources: [] },
      ]),
    ),
  }));
  const all = adapters.flatMap((adapter) =>
    casesOf(adapter, Object.hasOwn(cases, adapter.id) ? cases[adapter.id] : {}),
  );
  return {
    run: { asOf, selection, ...(thorough ? { thorough } : {}), adapters, ...(knownIssues ? { knownIssues } : {}) },
    matrix: { tools: tools.map((id) => ({ id })), providers },
    cases: all,
    problems: Array.from({ length: problems }, () => ({ place: '', message: '', hint: '' })),
  };
}

function casesOf(
  { id: adapter, implementation, providerApi }: ArchivedRun['adapters'][number],
  tools: ArchivedRun['cases'][string] = {},
): SideCase[] {
  return Object.entries(tools).flatMap(([tool, scenarios]) =>
    Object.entries(scenarios).flatMap(([scenario, { kind, thorough, ...outcomes }]) =>
      (['complete', 'stream'] as const).flatMap((mode): SideCase[] => {
        const outcome = outcomes[mode];
        if (!outcome) return [];
        const [verdict, evidence] = outcome;
        const id = `${adapter}/${tool}/${scenario}/${mode}`;
        const replay = thorough ? thoroughOption : '';
        return [{ id, kind, adapter, implementation, providerApi, tool, scenario, mode, verdict, evidence, replay }];
      }),
    ),
  );
}

/** A run that is kept, by the name of its file: its day, and a number where there were several. */
export interface NamedRun {
  readonly id: string;
  readonly run: ArchivedRun;
}

/** The most bytes of a file, several times what a run of today takes; and the most runs that are looked at, the latest ones. */
const mostBytes = 4 * 2 ** 20;
const mostRuns = 100;

const fileName = /^(\d{4}-\d{2}-\d{2})(?:-([1-9]\d{0,5}))?\.json$/;

/** The archived run as it is written: the same run gives the same bytes. */
export const keptRunText = (run: ArchivedRun): string => `${canonicalJson(run)}\n`;

/**
 * The runs that are kept in a folder, in the order in which they were.
 *
 * @throws {UserError} the folder is not there, or holds what is not an archived run.
 */
export async function readHistory(folder: string): Promise<NamedRun[]> {
  const names = await namesIn(folder);
  return names.slice(-mostRuns).map((name): NamedRun => {
    const path = join(folder, name);
    const bytes = readRegularFile(path, 'archived run', { most: mostBytes });
    const run = parseData(decodeText(bytes, path, 'archived run'), path, ArchivedRun, 'archived run');
    const id = name.slice(0, -'.json'.length);
    if (id.startsWith(run.asOf)) return { id, run };
    throw new UserError(`the date in the file name differs from the date of the run, ${run.asOf}`, {
      where: displayPath(path),
      hint: 'rename the file to the date of its run, or remove it',
    });
  });
}

/**
 * Keeps a run in a folder, which is made where it is missing. A run that is kept already is not kept twice.
 *
 * @returns its file
 * @throws {UserError} the folder holds what is not an archived run, or cannot be written to.
 */
export async function archiveRun(folder: string, results: Results): Promise<string> {
  const target = await writableFolder(folder);
  return withFolderLock(target, async () => {
    const text = keptRunText(keptRunOf(results));
    const { asOf } = results.run;
    const ofDay = (await namesIn(target)).filter((name) => name.startsWith(asOf));
    const same = ofDay.find(
      (name) => readRegularFile(join(target, name), 'archived run', { most: mostBytes }).toString() === text,
    );
    if (same !== undefined) return join(folder, same);
    const last = Math.max(0, ...ofDay.map(numberOf));
    const name = last === 0 ? `${asOf}.json` : `${asOf}-${last + 1}.json`;
    await writeFileAtomic(join(target, name), text);
    return join(folder, name);
  });
}

async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`cannot read the archived runs (${error.code})`, {
      where: displayPath(folder),
      hint: 'name the folder that "report --archive <folder>" wrote',
    });
  });
  const own = names.filter((name) => !isTemporary(name) && !name.startsWith('.'));
  const foreign = own.find((name) => !fileName.test(name));
  if (foreign !== undefined) {
    throw new UserError('is not an archived run: the name of one is its date, such as 2026-11-20.json', {
      where: displayPath(join(folder, foreign)),
      hint: 'move it elsewhere, or name the folder that "report --archive <folder>" wrote',
    });
  }
  return own.sort((a, b) => (dayOf(a) === dayOf(b) ? numberOf(a) - numberOf(b) : dayOf(a) < dayOf(b) ? -1 : 1));
}

const dayOf = (name: string): string => fileName.exec(name)?.[1] ?? '';
const numberOf = (name: string): number => Number(fileName.exec(name)?.[2] ?? 1);

/**
 * Keeps the run whose results lie in a folder.
 *
 * @returns the file it is kept in
 * @throws {UserError} there are no results, or the other folder holds what is not an archived run.
 */
export const archiveLastRun = async (run: string, kept: string): Promise<string> =>
  archiveRun(kept, await readResults(run));
