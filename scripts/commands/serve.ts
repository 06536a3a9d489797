import { Command } from 'commander';
import { escapeControlDeep } from '../../lib/escape-control-characters.ts';
import { UserError } from '../../lib/user-error.ts';
import { jsonOption } from '../global-options.ts';
import type { ServeEvent } from '../serve/event.ts';

interface ServeOptions {
  readonly port?: string;
  readonly tls?: true;
  readonly once?: true;
  readonly json?: true;
}

/** Serves recordings at loopback, to be asked by hand or by another program. */
export const serveCommand = new Command('serve')
  .description('serve cassettes as a provider API at 127.0.0.1')
  .argument('<case>', '<provider-api> alone, <provider-api>/probe, or a case')
  .option('--port <number>', 'port to listen on (default: any free port)')
  .option('--tls', 'serve over TLS, with a new test certificate')
  .option('--once', 'end after all responses are served')
  .addOption(jsonOption('one JSON object per line: ready, request, ended'))
  .addHelpText(
    'after',
    `
A provider API alone has a path for each conversation, which restarts after its
end: \`record --base-url\` can record from it. A scenario is at the usual paths:
its responses come in recorded order, whatever the body of a request. A request
without a response closes its connection. Ctrl-C lists unused responses. A case
is <provider-api>/<tool>/<scenario>/<mode>; <provider-api>/probe answers a probe.

Examples:
  npm run atc -- serve anthropic --port 8080
  npm run atc -- serve anthropic/function-calling/call-single/stream --once`,
  )
  .action(async (pattern: string, { port, tls, once, json }: ServeOptions, command: Command) => {
    const isWhole = !pattern.includes('/');
    if (isWhole && once) throw new UserError('--once needs a scenario', { hint: 'name one, or remove --once' });
    const ending = new AbortController();
    const end = () => ending.abort();
    process.once('SIGINT', end).once('SIGTERM', end);
    try {
      const usual = {
        port: portOf(port),
        tls: tls ?? false,
        tell: (event: ServeEvent, text: string) =>
          command.configureOutput().writeOut?.(`${json ? JSON.stringify(escapeControlDeep(event)) : text}\n`),
        signal: ending.signal,
      };
      if (isWhole) {
        const [{ serveProviderUntilEnded }, { providerApiNamed }] = await Promise.all([
          import('../serve/serve-until-interrupted.ts'),
          import('../find-scenario.ts'),
        ]);
        await serveProviderUntilEnded({ ...usual, providerApi: providerApiNamed(pattern) });
      } else if (pattern.endsWith('/probe') && pattern.split('/').length === 2) {
        const [{ serveProbe }, { probedApiNamed }] = await Promise.all([
          import('../probe/serve.ts'),
          import('../../spec/probe/probes.ts'),
        ]);
        await serveProbe(probedApiNamed(pattern.replace('/probe', '')), usual);
      } else {
        const { serveScenario } = await import('../serve/scenario.ts');
        await serveScenario({ ...usual, pattern, once: once ?? false });
      }
    } finally {
      process.off('SIGINT', end).off('SIGTERM', end);
    }
  });

function portOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new UserError(`--port "${text}": not a port`, { hint: 'use a number from 1 to 65535, for example 8080' });
}
