/** The command line: `npm run atc -- <command>`. */

import { commandGroups, examples, movedCommands, oldOptions } from './commands/groups.ts';
import * as commands from './commands/index.ts';
import { runProgram } from './run-program.ts';

await runProgram(Object.values(commands), { examples, groups: commandGroups, moved: movedCommands, oldOptions });
