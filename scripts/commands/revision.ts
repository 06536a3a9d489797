import { Command } from 'commander';

/** Asked by the gate of another revision. In no list: no one types it. */
export const revisionCommand = new Command('__revision')
  .description('respond to the gate of another revision (scripts/gate/revision/schema.ts)')
  .argument('<request>', 'file of the request')
  .argument('<response>', 'file that the response is written to')
  .action(async (request: string, response: string) => {
    const { respond } = await import('../gate/revision/respond.ts');
    await respond(request, response);
    // Vitest sets an exit code of its own.
    process.exitCode = 0;
  });
