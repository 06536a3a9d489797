import { join } from 'node:path';
import { Command } from 'commander';
import { UserError } from '../../lib/user-error.ts';
import { jsonOption } from '../global-options.ts';

interface ProbeOptions {
  readonly baseUrl: string;
  readonly provider: string;
  readonly model?: string;
  readonly keyEnv?: string;
  readonly out: string;
  readonly json?: true;
}

/** Judges a server that claims to speak the API of a provider. */
export const probeCommand = new Command('probe')
  .description('compare a server with the API of a provider that it speaks')
  .requiredOption('--base-url <url>', 'its address, such as http://127.0.0.1:8080/v1')
  .requiredOption('--provider <provider-api>', 'openai-chat, openai-responses or anthropic')
  .option('--model <name>', 'model to ask for (default: one of the provider)')
  .option('--key-env <name>', 'environment variable with the key (default: none)')
  .option('--out <folder>', 'folder of results and page', 'reports/out/probe')
  .addOption(jsonOption('results as JSON on standard output'))
  .addHelpText(
    'after',
    `
Sends about 50 small requests, each with a limit of tokens, to this address only.
Says what differs from the schemas, rules and documented responses of the
provider: wrong, or a notice. "Not offered" is what the server says it has not;
"inconclusive" is what the model did not show. Exit code 1 if something is wrong.

Examples:
  npm run atc -- probe --base-url http://127.0.0.1:8080/v1 --provider openai-chat
  npm run atc -- probe --base-url http://127.0.0.1:8080 --provider anthropic \\
    --model claude-sonnet-4-6 --key-env SERVER_KEY`,
  )
  .action(async (options: ProbeOptions, command: Command) => {
    const { baseUrl, provider, model, keyEnv, out, json } = options;
    const [
      { probedApiNamed },
      { probe },
      { probeText },
      { writableFolder },
      { writeFileAtomic },
      { escapeControlDeep },
    ] = await Promise.all([
      import('../../spec/probe/probes.ts'),
      import('../probe/probe.ts'),
      import('../probe/text.ts'),
      import('../../lib/write-atomic.ts'),
      import('../../lib/write-atomic.ts'),
      import('../../lib/escape-control-characters.ts'),
    ]);
    const providerApi = probedApiNamed(provider);
    const key = keyEnv === undefined ? undefined : process.env[keyEnv];
    if (keyEnv !== undefined && !key) {
      throw new UserError(`${keyEnv} is not set`, { hint: `run: export ${keyEnv}=…, or remove --key-env` });
    }
    const folder = await writableFolder(out);
    const { writeOut, writeErr } = command.configureOutput();
    const say = (line: string) => writeErr?.(`${line}\n`);
    const ending = new AbortController();
    const end = () => ending.abort();
    process.once('SIGINT', end).once('SIGTERM', end);
    try {
      const results = await probe({ providerApi, baseUrl, model, key, signal: ending.signal, say });
      const text = `${JSON.stringify(escapeControlDeep(results), null, 2)}\n`;
      const { probePage } = await import('../probe/page.ts');
      await writeFileAtomic(join(folder, 'results.json'), text);
      await writeFileAtomic(join(folder, 'index.html'), probePage(results, new Date().toISOString().slice(0, 10)));
      const { colours } = await import('../terminal-colors.ts');
      writeOut?.(json ? text : `${probeText(results, colours)}\n\nreport: ${join(folder, 'index.html')}\n`);
      process.exitCode = results.isGreen ? 0 : 1;
    } finally {
      process.off('SIGINT', end).off('SIGTERM', end);
    }
  });
