import { run } from '../../run/run.ts';
import type { RevisionOutcomes, RevisionRequest } from './schema.ts';
import { revisionFormatVersion } from './version.ts';

/**
 * Runs cases, for the gate of another revision. Results and report go to the folder of the request.
 *
 * @throws {UserError} as {@link run}.
 */
export async function runForGate(
  { cases, out, asOf, transport }: NonNullable<RevisionRequest['run']>,
  thorough: boolean,
): Promise<RevisionOutcomes> {
  const selection = { adapters: [], tools: [], scenarios: [], modes: [] };
  const ran = await run({ selection, cases, asOf, transport, thorough, folder: out, say: () => {} });
  await ran?.written;
  return {
    version: revisionFormatVersion,
    cases: (ran?.results.cases ?? []).map(({ id, verdict, reason, exception, evidence }) => ({
      id,
      verdict,
      ...(reason === undefined ? {} : { reason }),
      ...(exception === undefined ? {} : { exception }),
      evidence,
    })),
    problems: (ran?.results.problems ?? []).map((problem) => ({ ...problem })),
  };
}
