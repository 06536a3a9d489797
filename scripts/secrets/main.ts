/**
 * Looks for secrets in the files of this repository and in its history: `npm run secrets`; with `-- --last 100` in the last 100 commits
 * alone. Exit codes: 0 none, 1 some, 2 no git or no such number.
 */
import { join } from 'node:path';
import { readDataFile } from '../../lib/data-file.ts';
import { escapeControl } from '../../lib/escape-control-characters.ts';
import { UserError } from '../../lib/user-error.ts';
import { runScript } from '../cli.ts';
import { AllowedSchema, held, isClean, scan, scanText } from './scan.ts';

await runScript({ options: { last: { type: 'string' } } }, async ({ values: { last } }) => {
  if (last !== undefined && !/^[1-9]\d{0,5}$/.test(last)) {
    throw new UserError(`--last ${last} is no number of commits`, {
      hint: 'type --last 100, or nothing for all of them',
    });
  }
  const allowed = await readDataFile(
    join(import.meta.dirname, 'allowed.yaml'),
    AllowedSchema,
    'list of what is allowed',
  );
  const seen = await scan(join(import.meta.dirname, '../..'), last === undefined ? undefined : Number(last));
  const { found, idle } = held(seen.findings, allowed);
  process.stdout.write(escapeControl(scanText(seen, found, idle)));
  return isClean(seen, found, idle) ? 0 : 1;
});
