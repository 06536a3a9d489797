/** The commands by what they are for, in the order of the help. */
export const commandGroups: Readonly<Record<string, readonly string[]>> = {
  'Run and judge:': ['run', 'gate'],
  'Look:': ['can-i-use', 'explain', 'reproduce', 'report', 'matrix', 'badge', 'kill-matrix'],
  'Record:': ['record', 'serve', 'import', 'export', 'corpus'],
  'Maintain:': ['lint', 'new', 'schemas'],
};
