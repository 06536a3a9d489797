/**
 * How fast the harness is: `npm run bench -- [--json] [--rounds <number>] [--provider <id> | --start]`; what the pages of the last run weigh,
 * each beside its limit: `npm run bench -- report`, exit code 1 where one is too heavy. Everything is timed in turns in one process, so
 * that ratios mean something on any machine; milliseconds mean something on this one.
 */
import { didYouMean } from '../../lib/did-you-mean.ts';
import { UserError } from '../../lib/user-error.ts';
import { installGuard } from '../../recordings/network-guard/socket-guard.ts';
import { discoverAdapters } from '../../spec/engine/discover.ts';
import { runScript } from '../cli.ts';
import { startTable, timeStart } from './start.ts';
import { benched, subjectsOf } from './subject.ts';
import { benchTable, type CaseTimes, timeCase } from './time-case.ts';

const options = {
  json: { type: 'boolean', default: false },
  rounds: { type: 'string', default: '500' },
  provider: { type: 'string' },
  start: { type: 'boolean', default: false },
} as const;

await runScript({ options, allowPositionals: true }, async ({ values, positionals: [mode, ...rest] }) => {
  const surplus = mode === 'report' ? rest[0] : mode;
  if (surplus !== undefined)
    throw new UserError(`bench takes no "${surplus}"`, { hint: 'what it takes: add -- --help' });
  const rounds = Number(values.rounds);
  if (!Number.isSafeInteger(rounds) || rounds < 1)
    throw new UserError(`--rounds "${values.rounds}": not a whole number of rounds above 0`, {
      hint: 'for example 500',
    });
  process.stdout.write(await (mode === 'report' ? benchReport() : bench({ ...values, rounds })));
});

interface Asked {
  readonly json: boolean;
  readonly rounds: number;
  readonly provider?: string | undefined;
  readonly start: boolean;
}

async function bench({ json, rounds, provider, start }: Asked): Promise<string> {
  if (start) {
    // A process takes a hundred times as long as a case.
    const times = await timeStart(Math.ceil(rounds / 25));
    return `${json ? JSON.stringify({ node: process.version, unit: 'ms', times }, null, 2) : startTable(times)}\n`;
  }
  installGuard();
  const all = await discoverAdapters();
  const adapters = all.filter(
    ({ implementation, providerApi }) =>
      implementation === 'reference' && (provider ? [provider] : benched).includes(providerApi),
  );
  if (adapters.length === 0) {
    const known = all.filter((a) => a.implementation === 'reference').map((a) => a.providerApi);
    throw new UserError(`no reference adapter for "${provider}"`, { hint: didYouMean(provider ?? '', known) });
  }
  const cases: CaseTimes[] = [];
  for (const adapter of adapters) {
    for (const subject of await subjectsOf(adapter)) cases.push(await timeCase(subject, rounds));
  }
  if (json) return `${JSON.stringify({ node: process.version, rounds, unit: 'ms', cases }, null, 2)}\n`;
  const head = `medians of ${rounds} rounds in turns, in milliseconds, and as multiples of the bare SDK calls (below the line "served by", of those that a function serves there); Node ${process.version}`;
  return `${head}\n\n${benchTable(cases)}\n`;
}

async function benchReport(): Promise<string> {
  const defaultOut = 'reports/out';
  const { isBusy, tooHeavy, weighPages, weightTable } = await import('./report.ts');
  // Before it is busy with this.
  const busy = isBusy();
  const weights = await weighPages(defaultOut);
  if (tooHeavy(weights, busy).length > 0) process.exitCode = 1;
  return `pages of the last run, ${defaultOut}; Node ${process.version}\n\n${weightTable(weights, busy)}\n`;
}
