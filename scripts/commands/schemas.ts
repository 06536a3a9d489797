import { Command } from 'commander';

/** Writes the published JSON Schemas from their sources. */
export const schemasCommand = new Command('schemas')
  .description('write the published JSON Schemas to schemas/, from the types they belong to')
  .action(async () => {
    const { writeSchemas } = await import('../write-schemas.ts');
    await writeSchemas();
  });
