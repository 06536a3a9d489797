/** The command line: `npm run atc -- <command>`. */

import type { Example } from './cli.ts';
import { commandGroups, movedCommands, renamedOptions } from './commands/groups.ts';
import * as commands from './commands/index.ts';
import { runProgram } from './run-program.ts';

/** Shown below the list of commands. */
const examples: readonly Example[] = [
  ['run', 'replay every case, judge it, and write results and report to reports/out/'],
  ['can-i-use web-search --library langchain --provider claude', 'say whether a tool works'],
  ['report matrix', 'print the availability table as it stands today'],
  ['lint', 'check the files that people edit'],
];

await runProgram(Object.values(commands), { examples, groups: commandGroups, moved: movedCommands, renamedOptions });
