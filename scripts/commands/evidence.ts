import { Command } from 'commander';
import type { ProviderApiId } from '../../matrix/ids.ts';

interface EvidenceOptions {
  readonly json?: true;
}

/** What `[what]` means: provider APIs, and a tool where one is named. @throws {UserError} there is no such thing. */
async function chosen(what: string | undefined): Promise<readonly [readonly ProviderApiId[], string | undefined]> {
  const [{ providerApiIds, toolIds }, names] = await Promise.all([
    import('../../matrix/ids.ts'),
    import('../../lib/did-you-mean.ts'),
  ]);
  const assertKnown: typeof names.assertKnown = names.assertKnown;
  if (what === undefined) return [providerApiIds, undefined];
  const [providerApi = '', tool] = what.split('/');
  if (tool === undefined && toolIds.includes(providerApi as never)) return [providerApiIds, providerApi];
  assertKnown('provider API', providerApi, providerApiIds);
  if (tool !== undefined) assertKnown('tool', tool, toolIds);
  return [[providerApi as ProviderApiId], tool];
}

const print = (command: Command, json: true | undefined, data: unknown, lines: readonly string[]): void =>
  command.configureOutput().writeOut?.(`${json ? JSON.stringify(data, null, 2) : lines.join('\n')}\n`);

const queueCommand = new Command('queue')
  .description('list what to record next, with the command that records it')
  .argument('[what]', 'provider API, tool or <provider-api>/<tool> (default: all)')
  .option('--json', 'JSON instead of text; with the signatures that are not seen')
  .addHelpText(
    'after',
    '\nExamples:\n  npm run atc -- evidence queue anthropic\n  npm run atc -- evidence queue web-search',
  )
  .action(async (what: string | undefined, { json }: EvidenceOptions, command: Command) => {
    const { queue, queueLines } = await import('../evidence/evidence.ts');
    const wanted = await queue(...(await chosen(what)));
    print(command, json, wanted, queueLines(wanted));
  });

const cells = new Command('cells')
  .description('list how far real traffic shows the recordings of each cell')
  .argument('[what]', 'provider API, tool or <provider-api>/<tool> (default: all)')
  .option('--json', 'JSON instead of text')
  .addHelpText('after', '\nExamples:\n  npm run atc -- evidence cells anthropic/web-search')
  .action(async (what: string | undefined, { json }: EvidenceOptions, command: Command) => {
    const { cellEvidence, cellLines } = await import('../evidence/evidence.ts');
    const found = await cellEvidence(...(await chosen(what)));
    print(command, json, found, cellLines(found));
  });

/** What recordings rest on. */
export const evidenceCommand = new Command('evidence')
  .description('say what real traffic shows of the recordings')
  .addCommand(cells, { isDefault: true })
  .addCommand(queueCommand)
  .addHelpText(
    'after',
    `
A signature is a member and its JSON type, a word of the wire, an event or the order of
two. It is seen where public recordings of two repositories have it that are surely
real. Counted are those that belong to the tool, of core conversations.

Examples:
  npm run atc -- evidence
  npm run atc -- evidence queue anthropic/web-search`,
  );
