import { Command } from 'commander';
import { UserError } from '../../lib/user-error.ts';
import { sampleSize } from '../cli.ts';

interface Options {
  readonly check?: true;
  readonly sample?: number;
  readonly json?: true;
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
    const write = (text: string) => command.configureOutput().writeOut?.(text);
    if (json) {
      const files = stale.map((name) => `schemas/${name}`);
      write(`${JSON.stringify({ [check ? 'stale' : 'written']: files }, null, 2)}\n`);
      if (check && stale.length > 0) process.exitCode = 1;
      return;
    }
    for (const name of stale) write(`${check ? 'stale' : 'written'}: schemas/${name}\n`);
    if (stale.length === 0)
      write(`${count === undefined ? 'schemas/' : `schemas/, of ${count} wires,`} is what its sources say\n`);
    else if (check) {
      write('run: npm run schemas\n');
      process.exitCode = 1;
    }
  });
