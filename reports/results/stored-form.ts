/** From results as they are read to the form in which they are stored, and back. Pure. */
import { canonicalJson } from '../../lib/canonical-json.ts';
import type { Finding } from '../../spec/engine/verdict.ts';
import type { CaseResult, Results } from '../../spec/results/schema.ts';
import type { FindingKind, StoredCaseResult, StoredFinding, StoredResults } from '../../spec/results/stored-results.ts';

type CheckOfCase = CaseResult['checks'][number];
type Scenario = StoredResults['shared']['scenarios'][number];

/** Values that stand once, in the order in which they are first met. */
class Shared<T> {
  readonly items: T[] = [];
  readonly #positions = new Map<string, number>();

  /** Position of a value. */
  of(value: T): number {
    const key = typeof value === 'string' ? value : canonicalJson(value);
    const known = this.#positions.get(key);
    if (known !== undefined) return known;
    this.#positions.set(key, this.items.length);
    return this.items.push(value) - 1;
  }
}

/** A position that a list does not have: the results were changed by hand. */
export class NoSuchPosition extends Error {}

/**
 * The stored form of results. The checks of their cases are in the order of those of the run, others behind.
 *
 * @throws the id of a case is not made of adapter, tool, scenario and mode, or its adapter is not one of the run
 */
export function stored({ run, cases, checks, ...others }: Results): StoredResults {
  const scenarios = new Shared<Scenario>();
  const recordings = new Shared<StoredResults['shared']['recordings'][number]>();
  const sources = new Shared<StoredResults['shared']['sources'][number]>();
  const passed = new Shared<string[]>();
  const findings = new Shared<StoredFinding>();
  const kinds = new Shared<FindingKind>();
  const reasons = new Shared<string>();
  const unread = new Shared<string[]>();
  const commands: Record<string, string> = {};
  const levels = new Map(checks.map(({ id, level }) => [id, level]));
  const adapters = new Map(run.adapters.map((adapter) => [adapter.id, adapter]));

  const storedFinding = ({ group, impact, evidence, rule, ...particular }: Finding): number => {
    const kind = kinds.of({ group, impact, evidence, ...(rule === undefined ? {} : { rule }) });
    return findings.of({ ...particular, kind });
  };
  const storedCheck = ({ level, ...k }: CheckOfCase) => ({
    ...k,
    ...(levels.get(k.check) === level ? {} : { level }),
    findings: k.findings.map(storedFinding),
  });
  const storedCase = (c: CaseResult): StoredCaseResult => {
    const { implementation, providerApi } = adapters.get(c.adapter) ?? {};
    const isAsNamed = c.id === [c.adapter, c.tool, c.scenario, c.mode].join('/');
    if (!isAsNamed || c.implementation !== implementation || c.providerApi !== providerApi) {
      throw new Error(`the case ${c.id} is not of an adapter of the run, or its id is not made of its parts`);
    }
    const [command, thorough] = commandOf(c);
    if (command !== undefined && !Object.hasOwn(commands, c.adapter)) commands[c.adapter] = command;
    const isUsual = command !== undefined && commands[c.adapter] === command;
    const { kind, title, purpose, tier, faults, evidence, cassette } = c;
    const isPlain = (k: CheckOfCase) =>
      k.status === 'pass' && levels.get(k.check) === k.level && k.findings.length === 0;
    const plain = c.checks.filter(isPlain);
    const found = c.checks.filter((k) => !isPlain(k) && k.status !== 'not-applicable');
    return {
      id: c.id,
      verdict: c.verdict,
      scenario: scenarios.of({
        ...{ kind, title, purpose },
        ...(tier === undefined ? {} : { tier }),
        ...(faults === undefined ? {} : { faults }),
        ...(isUsual && thorough ? { thorough: true as const } : {}),
      }),
      ...(evidence === 'none' && !cassette
        ? {}
        : {
            recording: recordings.of({
              evidence,
              ...(cassette ? { cassette: { ...cassette, sources: sources.of(cassette.sources) } } : {}),
            }),
          }),
      ...(c.checks.length > 0 ? { passed: passed.of(plain.map(({ check }) => check)) } : {}),
      ...(plain.length > 0 ? { compared: plain.map(({ compared }) => compared) } : {}),
      ...(found.length > 0 ? { found: found.map(storedCheck) } : {}),
      ...(c.reason === undefined ? {} : { reason: reasons.of(c.reason) }),
      ...(c.knownIssues === undefined ? {} : { knownIssues: c.knownIssues }),
      ...(c.unexpectedPasses === undefined ? {} : { unexpectedPasses: c.unexpectedPasses }),
      ...(c.uncounted === undefined ? {} : { uncounted: c.uncounted }),
      ...(c.trials === undefined ? {} : { trials: c.trials }),
      ...(c.unread.length > 0 ? { unread: unread.of(c.unread) } : {}),
      ...(c.evidenceSha256 === undefined ? {} : { evidenceSha256: c.evidenceSha256 }),
      ...(isUsual ? {} : { replay: c.replay }),
    };
  };
  const storedCases = cases.map(storedCase);
  return {
    ...others,
    run,
    checks,
    cases: storedCases,
    shared: {
      scenarios: scenarios.items,
      recordings: recordings.items,
      sources: sources.items,
      passed: passed.items,
      findings: findings.items,
      kinds: kinds.items,
      reasons: reasons.items,
      unread: unread.items,
      commands,
    },
  };
}

/**
 * Results from their stored form.
 *
 * @throws {NoSuchPosition} a case refers to something that is not there
 */
export function restored({ shared, run, cases, ...others }: StoredResults): Results {
  const adapters = new Map(run.adapters.map((adapter) => [adapter.id, adapter]));
  const levels = new Map(others.checks.map(({ id, level }) => [id, level]));
  // Of hundreds of thousands of checks that compared nothing, each is the same.
  const idle = others.checks.map(({ id, level }): CheckOfCase => {
    return { check: id, level, status: 'not-applicable', compared: 0, findings: [] };
  });

  const levelOf = (check: string): CheckOfCase['level'] => {
    const level = levels.get(check);
    if (level === undefined) throw new NoSuchPosition(`unknown check "${check}"`);
    return level;
  };
  const findingsOf = (positions: readonly number[]): Finding[] =>
    positions.map((position) => {
      const { kind, ...particular } = at(shared.findings, position, 'findings');
      return { ...particular, ...at(shared.kinds, kind, 'kinds') };
    });
  const checksOf = ({ passed, compared = [], found = [] }: StoredCaseResult, { kind }: Scenario): CheckOfCase[] => {
    if (passed === undefined) return [];
    const plain = at(shared.passed, passed, 'passed').map((check, i): CheckOfCase => {
      return { check, level: levelOf(check), status: 'pass', compared: at(compared, i, 'compared'), findings: [] };
    });
    const told = found.map((k): CheckOfCase => {
      return { ...k, level: k.level ?? levelOf(k.check), findings: findingsOf(k.findings) };
    });
    const all = [...plain, ...told];
    const byId = new Map(all.map((k) => [k.check, k]));
    // Fault and client setup cases list only checks that judged one of their trials.
    const listsIdle = kind !== 'fault' && kind !== 'client-setup';
    const ofRun = idle.flatMap((none) => byId.get(none.check) ?? (listsIdle ? none : []));
    return [...ofRun, ...all.filter(({ check }) => !levels.has(check))];
  };

  const commandFor = (adapter: string): string => {
    const command = Object.hasOwn(shared.commands, adapter) ? shared.commands[adapter] : undefined;
    if (command === undefined) throw new NoSuchPosition(`"commands" has none of "${adapter}"`);
    return command;
  };
  const restoredCase = (c: StoredCaseResult): CaseResult => {
    const [adapter = '', tool = '', scenario = '', mode = ''] = c.id.split('/');
    const { implementation, providerApi } = adapters.get(adapter) ?? {};
    if (implementation === undefined || providerApi === undefined) {
      throw new NoSuchPosition(`the case "${c.id}" is of no adapter of the run`);
    }
    if (mode !== 'complete' && mode !== 'stream') throw new NoSuchPosition(`the id "${c.id}" names no mode`);
    const { thorough, ...about } = at(shared.scenarios, c.scenario, 'scenarios');
    const recording = c.recording === undefined ? undefined : at(shared.recordings, c.recording, 'recordings');
    const { cassette } = recording ?? {};
    const { id, verdict, knownIssues, unexpectedPasses, uncounted, trials, evidenceSha256 } = c;
    return {
      ...{ id, adapter, implementation, providerApi, tool, scenario, mode, ...about, verdict },
      ...(c.reason === undefined ? {} : { reason: at(shared.reasons, c.reason, 'reasons') }),
      ...(knownIssues === undefined ? {} : { knownIssues }),
      ...(unexpectedPasses === undefined ? {} : { unexpectedPasses }),
      ...(uncounted === undefined ? {} : { uncounted }),
      checks: checksOf(c, about),
      ...(trials === undefined ? {} : { trials }),
      unread: c.unread === undefined ? [] : at(shared.unread, c.unread, 'unread'),
      evidence: recording?.evidence ?? 'none',
      ...(cassette ? { cassette: { ...cassette, sources: at(shared.sources, cassette.sources, 'sources') } } : {}),
      ...(evidenceSha256 === undefined ? {} : { evidenceSha256 }),
      replay:
        c.replay ?? `${commandOfCase(commandFor(adapter), { id, tool, scenario, mode })}${thorough ? thoroughly : ''}`,
    };
  };
  return { ...others, run, cases: cases.map(restoredCase) };
}

const thoroughly = ' --thorough';

/** Stands in the command of an adapter for the id of a case. */
const anyCase = '<case>';

/** The command of a case. Results before there were patterns of cases have options behind the command of the adapter. */
function commandOfCase(command: string, { id, tool, scenario, mode }: Pick<CaseResult, 'id' | Chosen>): string {
  return command.includes(anyCase)
    ? command.replace(anyCase, () => id)
    : `${command} --tool ${tool} --scenario ${scenario} --mode ${mode}`;
}

type Chosen = 'tool' | 'scenario' | 'mode';

/** The command of the adapter in that of a case, where it is such a one, and whether the run must be thorough. */
function commandOf(c: CaseResult): readonly [command: string | undefined, thorough: boolean] {
  const thorough = c.replay.endsWith(thoroughly);
  const usual = thorough ? c.replay.slice(0, -thoroughly.length) : c.replay;
  const command = usual.replace(c.id, anyCase);
  return [commandOfCase(command, c) === usual ? command : undefined, thorough];
}

function at<T>(list: readonly T[], position: number, name: string): T {
  const item = list[position];
  if (item === undefined) throw new NoSuchPosition(`"${name}" has no item ${position}`);
  return item;
}

/** Results as they stand in `results.json`: members in the order of their names, on one line. */
export const storedText = (results: Results): string => `${canonicalJson(stored(results))}\n`;
