import { Command } from 'commander';
import { escapeControlDeep } from '../../lib/escape-control-characters.ts';
import { UserError } from '../../lib/user-error.ts';
import type { ServeEvent } from '../serve/event.ts';

interface ServeOptions {
  readonly provider: string;
  readonly scenario?: string;
  readonly tool?: string;
  readonly mode?: string;
  readonly port?: string;
  readonly tls?: true;
  readonly once?: true;
  readonly json?: true;
}

/** Serves recordings at loopback, to be asked by hand or by another program. */
export const serveCommand = new Command('serve')
  .description('serve cassettes as a provider API at 127.0.0.1')
  .requiredOption('--provider <id>', 'provider API, such as anthropic')
  .option('--scenario <id>', 'only this scenario, at the usual paths (default: all, each below its own path)')
  .option('--tool <id>', 'tool of the scenario, if several have one of that id')
  .option('--mode <mode>', 'only complete or stream (default: both)')
  .option('--port <number>', 'port to listen on (default: any free port)')
  .option('--tls', 'serve over TLS, with a new test certificate')
  .option('--once', 'end after all responses are served')
  .option('--json', 'one JSON object per line: ready, request, ended')
  .addHelpText(
    'after',
    `
The responses of a scenario come in recorded order, per operation and transport (JSON, or stream). The body of a request does not matter.
The server closes the connection of a request without a response. Ctrl-C ends it and lists unused responses.

Without --scenario, \`record --base-url\` can record from it: each conversation has its own path, and restarts after its end.

Examples:
  npm run atc -- serve --provider anthropic --scenario call-single
  npm run atc -- serve --provider anthropic --port 8080
  npm run atc -- serve --provider anthropic --scenario call-single --mode stream --port 8080 --once`,
  )
  .action(async ({ provider, port, tls, once, scenario, json, ...chosen }: ServeOptions, command: Command) => {
    if (scenario === undefined) demandScenario({ once, ...chosen });
    const ending = new AbortController();
    const end = () => ending.abort();
    process.once('SIGINT', end).once('SIGTERM', end);
    try {
      const usual = {
        providerApi: provider,
        port: portOf(port),
        tls: tls ?? false,
        tell: (event: ServeEvent, text: string) =>
          command.configureOutput().writeOut?.(`${json ? JSON.stringify(escapeControlDeep(event)) : text}\n`),
        signal: ending.signal,
      };
      if (scenario === undefined) {
        const { serveProviderUntilEnded } = await import('../serve/serve-until-interrupted.ts');
        await serveProviderUntilEnded(usual);
      } else {
        const { serveScenario } = await import('../serve/scenario.ts');
        await serveScenario({ ...usual, ...chosen, scenario, once: once ?? false });
      }
    } finally {
      process.off('SIGINT', end).off('SIGTERM', end);
    }
  });

/** What says something of one scenario says nothing of all. */
function demandScenario(options: Readonly<Record<string, unknown>>): void {
  const [useless] = Object.entries(options).filter(([, value]) => value !== undefined);
  if (useless) throw new UserError(`--${useless[0]} needs --scenario`, { hint: 'add --scenario, or remove it' });
}

function portOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new UserError(`--port "${text}": not a port`, { hint: 'use a number from 1 to 65535, for example 8080' });
}
