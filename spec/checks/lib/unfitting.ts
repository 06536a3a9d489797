import type { WireProblem } from '../../wire/schemas/index.ts';
import { type CheckOutcome, type JudgeContext, notApplicable, sum } from '../check.ts';
import { isCallersOwn } from './callers-own.ts';
import { exchangesOf, isAccepted } from './sent.ts';

/** What of the requests does not fit the provider's own types and counts; what the caller put there himself does not. */
export function unfitting({ trace, schemas }: JudgeContext, counts: (problem: WireProblem) => boolean): CheckOutcome {
  if (!schemas) return notApplicable;
  return sum(
    exchangesOf(trace)
      .filter(isAccepted)
      .map((placed) => {
        const { compared, problems } = schemas.request(placed.exchange);
        const wrong = problems.filter((problem) => counts(problem) && !isCallersOwn(trace, placed, problem.path));
        return {
          compared,
          findings: wrong.map(({ path, message, value, definition, refusal }) => ({
            message: `${path} ${message} (${definition})${refusal === undefined ? '' : `; the service refuses it: ${refusal}`}`,
            wirePath: `${placed.path}.${path}`,
            ...(value === undefined ? {} : { wire: value }),
          })),
        };
      }),
  );
}
