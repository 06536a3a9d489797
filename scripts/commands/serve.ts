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
  .description("answer as a provider API from a scenario's recordings, at 127.0.0.1")
  .requiredOption('--provider <id>', 'the provider API, such as anthropic')
  .option(
    '--scenario <id>',
    'only this scenario, such as call-single, at the usual paths (default: all, each at a place of its own)',
  )
  .option('--tool <id>', 'the tool, where several have a scenario of that id')
  .option('--mode <mode>', 'only complete or stream (default: both)')
  .option('--port <number>', 'where to listen (default: any free port)')
  .option('--tls', 'over TLS, with a certificate of a test CA made for this once')
  .option('--once', 'end when everything was asked for')
  .option('--json', 'say what happens as JSON, one object a line: ready, request, ended')
  .addHelpText(
    'after',
    `
Of one scenario, answers come in recorded order, per operation and per way of answering (JSON, or stream); what a request says in its body
does not matter. A request that nothing answers has its connection closed. Ctrl-C ends it and lists what was never asked for.

Without --scenario it is what \`record --base-url\` records from: each conversation has a place of its own, and begins again when it
was held to its end.

Examples:
  npm run atc -- serve --provider anthropic --scenario call-single
  npm run atc -- serve --provider anthropic --port 8080
  npm run atc -- serve --provider anthropic --scenario call-single --mode stream --port 8080 --once

Exit codes: 0 ended as told; 2 the input is wrong.`,
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
  if (useless)
    throw new UserError(`--${useless[0]} belongs to one scenario`, { hint: 'add --scenario, or leave it out' });
}

function portOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new UserError(`--port: "${text}" is no port`, { hint: 'write a number from 1 to 65535, such as 8080' });
}
