import { type PrintOptions, printOutcome, type RunRequest, run } from './run.ts';

/**
 * Runs the generated suite and prints the summary. Where only what is affected was asked for, and nothing is, it says so.
 *
 * @returns the exit code: 0 when every case is acceptable, else 1.
 * @throws {UserError} as {@link run}.
 */
export async function runConformance(request: Omit<RunRequest, 'say'> & PrintOptions): Promise<number> {
  const told = request.json ? process.stderr : process.stdout;
  const ran = await run({ ...request, say: (line) => told.write(`${line}\n`) });
  await ran?.written;
  // Vitest sets an exit code of its own; ours is computed from the results.
  process.exitCode = 0;
  return ran ? printOutcome(ran.results, request) : 0;
}
