import { Command } from 'commander';
import { UserError } from '../../lib/user-error.ts';
import { sampleSize } from '../cli.ts';

interface Options {
  readonly check?: true | undefined;
  readonly sample?: number | undefined;
  readonly json?: true | undefined;
}

/** Writes the JSON Schemas of `schemas/` from their sources. */
export const schemasCommand = new Command('schemas')
  .description('write the JSON Schemas of schemas/')
  .option('--check', 'write nothing; fail if a file is stale')
  .option('--sample <n>', 'with --check, only n of the wire schemas, others at each git revision', sampleSize)
  .option('--json', 'JSON instead of text')
  .addHelpText(
    'after',
    `
Examples:
  npm run schemas
  npm run schemas -- --check
  npm run schemas -- --check --sample 2`,
  )
  .action(async ({ check, sample: count, json }: Options, command: Command) => {
    if (count !== undefined && !check) {
      throw new UserError('--sample needs --check', {
        hint: 'npm run schemas -- --check --sample 2',
      });
    }
    const [{ writeSchemas }, { sampleAtHead }] = await Promise.all([
      import('../write-schemas.ts'),
      import('../git.ts'),
    ]);
    const stale = await writeSchemas({ isCheck: check ?? false, sample: await sampleAtHead(count) });
    command.configureOutput().writeOut?.(schemasText(stale, { check, sample: count, json }));
    if (check && stale.length > 0) process.exitCode = 1;
  });

/** What the command prints of files that are not what their sources say, or were not before it wrote them. Pure. */
export function schemasText(stale: readonly string[], { check, sample, json }: Options): string {
  const files = stale.map((name) => `schemas/${name}`);
  const became = check ? 'stale' : 'written';
  if (json) return `${JSON.stringify({ [became]: files }, null, 2)}\n`;
  if (files.length === 0)
    return `${sample === undefined ? 'schemas/' : `schemas/, of ${sample} wires,`} is what its sources say\n`;
  return `${files.map((file) => `${became}: ${file}\n`).join('')}${check ? 'run: npm run schemas\n' : ''}`;
}
