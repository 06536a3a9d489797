import type { ImportedCassette, ImportedFile, ImportOutcome } from './outcome.ts';

/** What came of an import, to be read in a terminal. Pure. */
export function importText({ files, cassettes }: ImportOutcome): string {
  return `${[...files.flatMap(fileLines), ...cassettes.flatMap(cassetteLines)].join('\n')}\n`;
}

const fileLines = ({ file, format, taken, leftOut }: ImportedFile): string[] => [
  `${file}: ${format}, ${taken.length} of ${taken.length + leftOut.length} exchanges taken`,
  ...taken.map(({ exchange, operation, transport }) => `  exchange ${exchange}: ${operation} by ${transport}`),
  ...leftOut.map(({ exchange, reason }) => `  exchange ${exchange} left out: ${reason}`),
];

const outcomes = {
  written: 'written',
  unchanged: 'as it was',
  aside: 'not written',
  'dry-run': 'would be judged, and written if it fulfils the scenario',
} as const;

const cassetteLines = ({ path, outcome, losses, reason, keptAt }: ImportedCassette): string[] => [
  `${outcomes[outcome]}: ${path}`,
  ...losses.map((loss) => `  ${loss}`),
  ...(reason === undefined ? [] : [`  ${reason}`]),
  ...(keptAt === undefined ? [] : [`  kept at ${keptAt}, with all reasons beside it; what is there stays`]),
];
