import { Command } from 'commander';

/** Writes the JSON Schemas of `schemas/` from their sources. */
export const schemasCommand = new Command('schemas')
  .description('write schemas/: the published JSON Schemas, and those of the providers’ wires from their SDKs')
  .option('--check', 'write nothing; fail where a file is not what its sources say')
  .option('--json', 'JSON instead of text: the files that are written, or stale')
  .addHelpText(
    'after',
    `
Examples:
  npm run atc -- schemas
  npm run atc -- schemas --check

Exit codes: 0 done; 1 with --check, a file is stale; 2 the input is wrong.`,
  )
  .action(async ({ check, json }: { check?: true; json?: true }, command: Command) => {
    const { writeSchemas } = await import('../write-schemas.ts');
    const stale = await writeSchemas({ isCheck: check ?? false });
    const write = (text: string) => command.configureOutput().writeOut?.(text);
    if (json) {
      const files = stale.map((name) => `schemas/${name}`);
      write(`${JSON.stringify({ [check ? 'stale' : 'written']: files }, null, 2)}\n`);
      if (check && stale.length > 0) process.exitCode = 1;
      return;
    }
    for (const name of stale) write(`${check ? 'stale' : 'written'}: schemas/${name}\n`);
    if (stale.length === 0) write('schemas/ is what its sources say\n');
    else if (check) {
      write('mend: npm run atc -- schemas\n');
      process.exitCode = 1;
    }
  });
