import { Command } from 'commander';
import { isDay } from '../../files/day.ts';
import { UserError } from '../../files/user-error.ts';

interface MatrixOptions {
  readonly as: string;
  readonly json?: true;
  readonly lint?: true;
  readonly asOf?: string;
}

/** What is said to work: the availability table, printed or checked. */
export const matrixCommand = new Command('matrix')
  .description('print the availability table of tools and provider APIs, or check its data')
  .option('--as <view>', 'adr-2025-06-23 or adr-draft, as the ADR prints it, or today', 'today')
  .option('--lint', 'check the data files instead of printing them')
  .option('--as-of <day>', 'with --lint: no claim may be later than this day, YYYY-MM-DD (default: today)')
  .option('--json', 'JSON instead: the whole matrix with claims and sources or, with --lint, the problems')
  .addHelpText(
    'after',
    `
Examples:
  npm run atc -- matrix --as adr-2025-06-23
  npm run atc -- matrix --lint

Exit codes: 0 printed, or nothing found; 1 the lint found problems; 2 the input is wrong.`,
  )
  .action(async (options: MatrixOptions, command: Command) => {
    const text = options.lint ? await lint(options) : await print(options);
    command.configureOutput().writeOut?.(text);
  });

async function print({ as, json }: MatrixOptions): Promise<string> {
  const { renderMatrix, tableViews } = await import('../../matrix/render.ts');
  const view = tableViews.find((v) => v === as);
  if (!view) {
    const { suggest } = await import('../../files/nearest.ts');
    throw new UserError(`--as: there is no view "${as}"`, { hint: suggest(as, tableViews) });
  }
  const { loadMatrix } = await import('../../matrix/load.ts');
  const matrix = await loadMatrix();
  return json ? `${JSON.stringify(matrix, null, 2)}\n` : renderMatrix(matrix, view);
}

/** Sets the exit code 1 where there are problems. */
async function lint({ asOf = new Date().toISOString().slice(0, 10), json }: MatrixOptions): Promise<string> {
  if (!isDay(asOf))
    throw new UserError(`--as-of: "${asOf}" is no day`, { hint: 'write YYYY-MM-DD, such as 2026-11-20' });
  const { lintFolder } = await import('../../matrix/lint/lint.ts');
  const problems = await lintFolder(asOf);
  if (problems.length > 0) process.exitCode = 1;
  if (json) return `${JSON.stringify(problems, null, 2)}\n`;
  return problems.map((p) => `${p.where}: ${p.message} [${p.rule}]\n`).join('') || 'nothing to mend\n';
}
