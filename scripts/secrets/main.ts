/** Looks for secrets in the files of this repository and in its history: `npm run secrets`. Exit codes: 0 none, 1 some, 2 no git. */
import { join } from 'node:path';
import { readDataFile } from '../../lib/data-file.ts';
import { escapeControl } from '../../lib/escape-control-characters.ts';
import { describeError, exitCodeOf } from '../cli.ts';
import { AllowedSchema, held, isClean, scan, scanText } from './scan.ts';

try {
  const allowed = await readDataFile(
    join(import.meta.dirname, 'allowed.yaml'),
    AllowedSchema,
    'list of what is allowed',
  );
  const seen = await scan(join(import.meta.dirname, '../..'));
  const { found, idle } = held(seen.findings, allowed);
  process.stdout.write(escapeControl(scanText(seen, found, idle)));
  process.exitCode = isClean(seen, found, idle) ? 0 : 1;
} catch (error) {
  process.stderr.write(await describeError(error));
  process.exitCode = exitCodeOf(error);
}
