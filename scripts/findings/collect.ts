/** The findings of the repository, from what its implementations list. */
import { join } from 'node:path';
import { readText } from '../../files/data-file.ts';
import { UserError } from '../../files/user-error.ts';
import { type Matrix, providerOf } from '../../matrix/model.ts';
import type { Case } from '../../spec/engine/case.ts';
import { cassettesOf } from '../../spec/engine/cassettes-of.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import { isAbout } from '../../spec/engine/exceptions.ts';
import { type ListedException, listedExceptions } from '../../spec/engine/listed-exceptions.ts';
import { planRun } from '../../spec/engine/plan.ts';
import { today } from '../../spec/engine/selection.ts';
import type { Finding } from './findings.ts';

/**
 * Every known failure that has a reproduction, those of one script as one, by implementation and script.
 *
 * @throws {UserError} a file is missing or malformed, a script does not say what it claims, or an exception fits no case.
 */
export async function collectFindings(): Promise<readonly Finding[]> {
  const { adapters, cases, matrix } = await planRun({ adapters: [], tools: [], scenarios: [], modes: [] }, today());
  const failures = (await listedExceptions(adapters)).filter(({ reproduction }) => reproduction !== undefined);
  const groups = Map.groupBy(failures, ({ implementation, reproduction }) => `${implementation}/${reproduction}`);
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([script, listed]) => {
      const { packages = [] } =
        adapters.find(({ implementation }) => implementation === listed[0]?.implementation) ?? {};
      return findingOf(`adapters/${script}`, listed, packages, cases, matrix);
    });
}

function findingOf(
  reproduction: string,
  listed: readonly ListedException[],
  packages: readonly { readonly name: string; readonly version: string }[],
  cases: readonly Case[],
  matrix: Matrix,
): Finding {
  const script = readText(join(repositoryFolder, reproduction), 'reproduction');
  const shown = cases.filter(({ id }) => listed.some((entry) => isAbout(entry, id)));
  // One that is played as it was recorded says more of itself.
  const example = shown.find(({ kind }) => kind === 'scenario') ?? shown[0];
  if (!example) throw new UserError('no case fits the exceptions of this reproduction', { where: reproduction });
  return {
    implementation: listed[0]?.implementation ?? '',
    claim: claimOf(script, reproduction),
    reasons: unique(listed.map(({ reason }) => reason.trim())),
    sources: unique(listed.map(({ source }) => source)),
    packages: packages
      .filter(({ name }) => script.includes(`'${name}`))
      .map(({ name, version }) => `${name}@${version}`),
    reproduction,
    cases: unique(listed.map((entry) => entry.cases)),
    example: example.id,
    evidence: evidenceOf(example, matrix),
  };
}

/** The sentence above the function: what should hold. */
function claimOf(script: string, reproduction: string): string {
  const [, said] = /\/\*\*\s*((?:(?!\*\/)[\s\S])*?)\s*\*\/\s*export default async function/.exec(script) ?? [];
  const claim = said?.replace(/\s*\n\s*\*\s*/g, ' ').trim();
  if (claim) return claim;
  throw new UserError('does not say what should hold', {
    where: reproduction,
    hint: 'write it above the function, as /** one sentence */',
  });
}

function evidenceOf(example: Case, matrix: Matrix): Finding['evidence'] {
  if (example.kind === 'fault') return 'an answer that was changed on its way';
  if (example.kind !== 'scenario') return 'what was sent';
  const [first] = cassettesOf(example, providerOf(matrix, example.adapter.providerApi));
  return { recording: first.shown, grade: first.file().cassette.provenance.evidence };
}

const unique = (all: readonly string[]): string[] => [...new Set(all)];
