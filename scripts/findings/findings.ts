/** What libraries do otherwise than the wire says, told to whoever keeps them. Pure. */
import { visible } from '../../files/visible.ts';
import { code } from '../../reports/markdown/code.ts';

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
  /** The script, relative to the repository. */
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
  'What these libraries do otherwise than what was on the wire, each shown by a script that calls the library alone',
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
    `Reproduction: [${reproduction}](../../${reproduction}), as a program by ${code(`npm run --silent atc -- reproduce ${example}`, longest)}`,
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
