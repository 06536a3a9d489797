/** The commands by what they are for, in the order of the help. */
export const commandGroups: Readonly<Record<string, readonly string[]>> = {
  'Run and judge:': ['run', 'gate'],
  'Look:': ['can-i-use', 'known-issues', 'reproduce', 'report'],
  'Record:': ['record', 'serve', 'import', 'export'],
  'Maintain:': ['lint', 'new'],
};

/** Old spellings of options, by command, accepted until 2027-05-31. */
export const renamedOptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  run: { '--provider-api': '--provider', '--folder': '--cwd', '--show-messages': '--log-messages' },
  report: { '--keep': '--archive', '--against': '--compare-to' },
  record: { '--into': '--out' },
  import: { '--into': '--out', '--as': '--scenario' },
  gate: { '--accept': '--allow' },
  'can-i-use': { '--out': '--results' },
};

/** Removed commands, and what replaces them. */
export const movedCommands: Readonly<Record<string, string>> = {
  explain: 'npm run atc -- can-i-use <case>',
  badge: 'npm run atc -- report badge',
  matrix: 'npm run atc -- report matrix',
  diff: 'npm run atc -- gate --base HEAD --recordings',
  'kill-matrix': 'npm run kill-matrix',
  corpus: 'npm run corpus',
  schemas: 'npm run schemas',
};
