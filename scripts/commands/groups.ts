/** The commands by what they are for, in the order of the help. */
export const commandGroups: Readonly<Record<string, readonly string[]>> = {
  'Run and judge:': ['run', 'gate'],
  'Look:': ['can-i-use', 'known-issues', 'reproduce', 'report'],
  'Record:': ['record', 'serve', 'import', 'export'],
  'Maintain:': ['lint', 'new'],
};

/** Commands that were, and what does their work now. */
export const movedCommands: Readonly<Record<string, string>> = {
  explain: 'npm run atc -- can-i-use <id>',
  badge: 'npm run atc -- report badge',
  matrix: 'npm run atc -- report matrix, or npm run atc -- lint matrix',
  diff: 'npm run atc -- gate --base HEAD --recordings',
  'kill-matrix': 'npm run kill-matrix',
  corpus: 'npm run corpus',
  schemas: 'npm run schemas',
};
