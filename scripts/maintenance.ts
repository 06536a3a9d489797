/** Commands for who maintains this project, each an npm script such as `npm run kill-matrix`. */
import * as commands from './commands/maintenance.ts';
import { runProgram } from './run-program.ts';

await runProgram(Object.values(commands), { name: 'npm run' });
