/** Commands for who maintains this project, each an npm script: `npm run kill-matrix`, `npm run catalogue`, `npm run corpus`, `npm run schemas`. */
import * as commands from './commands/maintenance.ts';
import { runProgram } from './run-program.ts';

await runProgram(Object.values(commands), { name: 'npm run' });
