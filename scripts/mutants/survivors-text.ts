import { type MutationReport, percentOf, type Survivor, scoreOf, survivorsOf } from './survivors.ts';

/** Survivors as a list to work through, file by file. */
export function survivorsText(target: string, report: MutationReport): string {
  const { killed, timedOut, survived, uncovered, invalid } = scoreOf(report);
  const head = `# ${target}: ${percentOf(scoreOf(report)).toFixed(1)} % noticed

${killed} killed, ${timedOut} timed out, ${survived} survived, ${uncovered} reached by no case, ${invalid} could not be run.
`;
  const files = Map.groupBy(survivorsOf(report), ({ file }) => file);
  const parts = files.entries().map(([file, survivors]) => {
    const score = percentOf(scoreOf(report, file)).toFixed(0);
    return `\n## ${file} (${score} %)\n\n${survivors.map(lineOf).join('\n')}\n`;
  });
  return head + [...parts].join('');
}

function lineOf({ line, original, mutated, cases, mutator }: Survivor): string {
  const reached = cases === 'all' ? 'all cases' : cases === 0 ? 'no case' : `${cases} case${cases === 1 ? '' : 's'}`;
  return `- :${line} (${reached}; ${mutator}) \`${shown(original)}\` → \`${shown(mutated)}\``;
}

const shown = (text: string): string => (text.length > 140 ? `${text.slice(0, 139)}…` : text).replaceAll('`', 'ˋ');
