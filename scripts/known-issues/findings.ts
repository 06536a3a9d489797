/** What libraries do otherwise than the wire says, told to whoever keeps them. Pure. */

import { visible } from '../../lib/escape-control-characters.ts';
import { UserError } from '../../lib/user-error.ts';
import { type Matrix, providerOf } from '../../matrix/model.ts';
import { code } from '../../reports/markdown/summary.ts';
import { claimAddress } from '../../reports/reproduce/claim.ts';
import type { Case } from '../../spec/engine/case.ts';
import { cassettesOf } from '../../spec/engine/case-cassettes.ts';
import { isAbout, type ListedException, listedExceptions } from '../../spec/engine/exceptions.ts';
import { planRun } from '../../spec/engine/plan.ts';
import { today } from '../../spec/engine/selection.ts';
import { claimOf } from '../reproduce/of-case.ts';

/** One failure of a library, however many cases show it. */
export interface Finding {
  readonly implementation: string;
  /** What should hold, as its reproduction says. */
  readonly claim: string;
  /** What the wire said and what came out; one for each place where the failure shows in another way. */
  readonly reasons: readonly string[];
  /** Public issues, and where it is in the library's source. */
  readonly sources: readonly string[];
  /** The packages that the reproduction runs with, such as `ai@7.0.173`. */
  readonly packages: readonly string[];
  /** The file, relative to the repository, and the function in it. */
  readonly reproduction: string;
  /** Which cases it is listed for, as patterns. */
  readonly cases: readonly string[];
  /** One of them. */
  readonly example: string;
  /** What it is played from: the recording and how good it is; where there is none of its own, what was looked at. */
  readonly evidence: { readonly recording: string; readonly grade: string } | string;
}

const head = [
  '# Findings',
  '',
  'What these libraries do otherwise than what was on the wire, each shown by a claim that is played with the library alone',
  '([reproductions.md](../../docs/reproductions.md)). Made from `adapters/*/exceptions.yaml` by `npm run findings`; versions are those of',
  '`adapters/*/package.json`. A recording of the grade `live` came from the provider; any other is written by hand after what the provider',
  'publishes, and what it shows was not seen on a live API.',
].join('\n');

/** The findings as Markdown, by implementation, in the order in which they are given. */
export function findingsMarkdown(findings: readonly Finding[]): string {
  const groups = [...Map.groupBy(findings, ({ implementation }) => implementation)];
  const sections = groups.map(([implementation, own]) =>
    [`## ${implementation}`, own.map(section).join('\n\n')].join('\n\n'),
  );
  return `${[head, table(groups), ...sections].join('\n\n')}\n`;
}

function table(groups: readonly (readonly [string, readonly Finding[]])[]): string {
  const rows = groups.map(([implementation, own]) => {
    const packages = [...new Set(own.flatMap((finding) => finding.packages))].sort().join(', ');
    return `| [${implementation}](#${implementation}) | ${own.length} | ${packages} |`;
  });
  return ['| implementation | findings | packages |', '| --- | --- | --- |', ...rows].join('\n');
}

function section({ claim, reasons, sources, packages, reproduction, cases, example, evidence }: Finding): string {
  const seen = typeof evidence === 'string' ? evidence : `${code(evidence.recording, longest)} (${evidence.grade})`;
  return [
    `### ${plain(claim)}`,
    '',
    ...reasons.map((reason) => `- ${plain(reason)}`),
    '',
    `Where: ${packages.join(', ')}; ${sources.map((source) => `<${source}>`).join(', ')}`,
    '',
    `Evidence: ${seen}; listed for ${cases.map((pattern) => code(pattern, longest)).join(', ')}`,
    '',
    `Reproduction: [${reproduction}](../../${reproduction.replace(/#.*/, '')}), as a program by ${code(`npm run --silent atc -- reproduce ${example}`, longest)}`,
  ].join('\n');
}

/** Characters of a path or a command. */
const longest = 300;

/** Words that are people's own: what Markdown would take for its own marks is none. */
const plain = (text: string): string =>
  visible(text)
    .replace(/[\\`*_<>[\]#|]/g, '\\$&')
    .replaceAll(/\s+/g, ' ')
    .trim();

// The findings of the repository, from what its implementations list.

/**
 * Every known failure that has a reproduction, those of one reproduction as one, by implementation and reproduction.
 *
 * @throws {UserError} a file is missing or malformed, a reproduction does not say what it claims, or an exception fits no case.
 */
export async function collectFindings(): Promise<readonly Finding[]> {
  const { adapters, cases, matrix } = await planRun({ adapters: [], tools: [], scenarios: [], modes: [] }, today());
  const failures = (await listedExceptions(adapters)).filter(({ reproduction }) => reproduction !== undefined);
  const groups = Map.groupBy(failures, ({ implementation, reproduction }) => `${implementation}/${reproduction}`);
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, listed]) => {
      const { packages = [] } =
        adapters.find(({ implementation }) => implementation === listed[0]?.implementation) ?? {};
      return findingOf(listed as [ListedException, ...ListedException[]], packages, cases, matrix);
    });
}

function findingOf(
  listed: readonly [ListedException, ...ListedException[]],
  packages: readonly { readonly name: string; readonly version: string }[],
  cases: readonly Case[],
  matrix: Matrix,
): Finding {
  const [{ implementation, place, reproduction = '' }] = listed;
  const address = claimAddress(place, reproduction);
  const claim = claimOf(listed[0]);
  const shown = cases.filter(({ id }) => listed.some((entry) => isAbout(entry, id)));
  // One that is played as it was recorded says more of itself.
  const example = shown.find(({ kind }) => kind === 'scenario') ?? shown[0];
  if (!example) throw new UserError('no case fits the exceptions of this reproduction', { where: address });
  return {
    implementation,
    claim: claim?.says ?? '',
    reasons: unique(listed.map(({ reason }) => reason.trim())),
    sources: unique(listed.map(({ source }) => source)),
    packages: packages
      .filter(({ name }) => claim?.text.includes(`'${name}`))
      .map(({ name, version }) => `${name}@${version}`),
    reproduction: address,
    cases: unique(listed.map((entry) => entry.cases)),
    example: example.id,
    evidence: evidenceOf(example, matrix),
  };
}

function evidenceOf(example: Case, matrix: Matrix): Finding['evidence'] {
  if (example.kind === 'fault') return 'an answer that was changed on its way';
  if (example.kind !== 'scenario') return 'what was sent';
  const [first] = cassettesOf(example, providerOf(matrix, example.adapter.providerApi));
  return { recording: first.shown, grade: first.file().cassette.provenance.evidence };
}

const unique = (all: readonly string[]): string[] => [...new Set(all)];
