/**
 * How fast the harness is: `npm run bench`, or `npm run bench -- --json`. Everything is timed in turns in one process, so
 * that ratios mean something on any machine; milliseconds mean something on this one.
 */
import { parseArgs } from 'node:util';
import { didYouMean } from '../../lib/did-you-mean.ts';
import { UserError } from '../../lib/user-error.ts';
import { installGuard } from '../../recordings/network-guard/socket-guard.ts';
import { discoverAdapters } from '../../spec/engine/discover.ts';
import { describeError, exitCodeOf } from '../cli.ts';
import { startTable, timeStart } from './start.ts';
import { benched, subjectsOf } from './subject.ts';
import { benchTable, type CaseTimes, timeCase } from './time-case.ts';

const usage = `Usage: npm run bench -- [--json] [--rounds <number>] [--provider <id> | --start]
       npm run bench -- report`;

async function bench(argv: readonly string[]): Promise<string> {
  const { json, rounds, provider, start, help } = optionsOf(argv);
  if (help) return `${usage}\n`;
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

function optionsOf(argv: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        json: { type: 'boolean', default: false },
        rounds: { type: 'string', default: '500' },
        provider: { type: 'string' },
        start: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const rounds = Number(values.rounds);
    if (!Number.isSafeInteger(rounds) || rounds < 1)
      throw new UserError(`--rounds "${values.rounds}": not a whole number of rounds above 0`, { hint: usage });
    return { ...values, rounds };
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError((error as Error).message, { hint: usage });
  }
}

const defaultOut = 'reports/out';

/** What the pages of the last run weigh, each beside its limit; exit code 1 where one is too heavy. */
async function benchReport(argv: readonly string[]): Promise<string> {
  if (argv.length > 0) throw new UserError(`report takes no "${argv[0]}"`, { hint: usage });
  const { isBusy, tooHeavy, weighPages, weightTable } = await import('./report.ts');
  // Before it is busy with this.
  const busy = isBusy();
  const weights = await weighPages(defaultOut);
  if (tooHeavy(weights, busy).length > 0) process.exitCode = 1;
  return `pages of the last run, ${defaultOut}; Node ${process.version}\n\n${weightTable(weights, busy)}\n`;
}

try {
  const [first, ...rest] = process.argv.slice(2);
  process.stdout.write(await (first === 'report' ? benchReport(rest) : bench(process.argv.slice(2))));
} catch (error) {
  process.stderr.write(await describeError(error));
  process.exitCode = exitCodeOf(error);
}
