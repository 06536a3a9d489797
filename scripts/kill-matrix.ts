import { brokenAdapters } from '../adapters/broken/all.ts';
import { assertKnown } from '../lib/did-you-mean.ts';
import { writableFolder } from '../lib/write-atomic.ts';
import { providerApiIds } from '../matrix/ids.ts';
import { loadMatrix } from '../matrix/load.ts';
import { shownIn } from '../reports/kill-matrix/shown-by.ts';
import { killMatrixText, writeKillMatrix } from '../reports/kill-matrix/store.ts';
import { killMatrixLines } from '../reports/kill-matrix/text.ts';
import { failureLines } from '../reports/summary/summary.ts';
import type { Check } from '../spec/checks/check.ts';
import { loadChecks } from '../spec/checks/load.ts';
import { isProved, killMatrixOf } from '../spec/kill-matrix/kill-matrix.ts';
import { loadKnownDefects } from '../spec/kill-matrix/known-defects.ts';
import { type PlayedBroken, playBroken } from '../spec/kill-matrix/run-broken.ts';
import { wireReaderFor } from '../spec/wire/readers.ts';
import { saidToBeJson } from '../spec/wire/rules/general-rules.ts';
import { colours } from './terminal-colors.ts';

export interface KillRequest {
  /** Only these broken adapters, and only those meant for these checks; empty lists choose all. */
  readonly broken: readonly string[];
  readonly checks: readonly string[];
  readonly json: boolean;
  /** Where the matrix of all is written. */
  readonly folder: string;
}

/**
 * Plays the broken adapters and says which of them the checks catch. The whole matrix is written to `folder`; one of a
 * selection proves too little to stand in a report, and is only told.
 *
 * @returns what to print, and the exit code: 0 when every broken adapter is caught, its defect shows in the results, every check kills
 * one, and every rule of a provider API is broken by one alone, else 1.
 * @throws {UserError} an id is unknown, or nothing is selected.
 */
export async function killMatrix({
  broken,
  checks,
  json,
  folder,
}: KillRequest): Promise<{ text: string; exitCode: number }> {
  const [known, all] = await Promise.all([loadKnownDefects(), loadChecks()]);
  for (const id of broken)
    assertKnown(
      'broken adapter',
      id,
      brokenAdapters.map((b) => b.id),
    );
  for (const id of checks)
    assertKnown(
      'check',
      id,
      all.map((c) => c.id),
    );
  const chosen = brokenAdapters.filter((b) => isIn(broken, b.id) && isIn(checks, b.caughtBy));
  const whole = broken.length + checks.length === 0;
  const target = whole ? await writableFolder(folder) : undefined;
  const played = await playBroken(chosen);
  // Asked of one broken adapter, only its own check has to kill.
  const asked = all.filter(
    (c) => isIn(checks, c.id) && (broken.length === 0 || chosen.some((b) => b.caughtBy === c.id)),
  );
  // Any broken adapter may break a rule: of a selection none has to.
  const rules = whole ? await everyRule() : [];
  const matrix = killMatrixOf(played, asked, known, shownIn(await loadMatrix()), rules);
  if (target) await writeKillMatrix(target, matrix);
  const exitCode = isProved(matrix) ? 0 : 1;
  if (json) return { text: killMatrixText(matrix), exitCode };
  const shown = broken.length > 0 ? played.map((p) => playedLines(p, all)) : [];
  const where = target
    ? `\nwritten to ${folder}/kill-matrix.json; add it to the report: npm run atc -- report\n`
    : '\n';
  return { text: `${[...shown, killMatrixLines(matrix, colours)].join('\n\n')}\n${where.trimStart()}`, exitCode };
}

/** The rules of all provider APIs, as `<provider API>/<rule>`. */
async function everyRule(): Promise<string[]> {
  const rules = await Promise.all(
    providerApiIds.map(async (id) =>
      [saidToBeJson, ...((await wireReaderFor(id)).rules ?? [])].map((rule) => `${id}/${rule.id}`),
    ),
  );
  return rules.flat();
}

const isIn = (list: readonly string[], id: string): boolean => list.length === 0 || list.includes(id);

/** What a broken adapter looks like to its author: its defect, then what a run says of each case. */
function playedLines({ broken, cases }: PlayedBroken, checks: readonly Check[]): string {
  const demands = checks.map(({ judge: _, ...demand }) => ({ ...demand, sources: [...demand.sources] }));
  const head = colours.bold(`${broken.id}: ${broken.defect}`);
  return [head, ...cases.flatMap((c) => ['', ...failureLines(c.broken, demands, colours)])].join('\n');
}
