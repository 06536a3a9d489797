import { type Check, contractSource, notApplicable, sum } from './check.ts';
import { isCallersOwn } from './lib/callers-own.ts';
import { exchangesOf, isAccepted } from './lib/sent.ts';

export const check: Check = {
  id: 'requests-fit-schema',
  level: 'MUST',
  title: 'Every request fits the provider’s own types: no wrong type, no unknown value, no member missing or too much.',
  reason:
    'A recording answers whatever is asked; the service refuses what is no request of its own, and the application is lost.',
  sources: [contractSource, { title: 'The types of the providers’ official SDKs, as JSON Schema in schemas/wire' }],
  judge: ({ case: { kind }, trace, schemas }) => {
    if (kind === 'refusal' || !schemas) return notApplicable;
    const refusal = 'refused' in schemas.unknownMembers ? schemas.unknownMembers.refused : undefined;
    const outcomes = exchangesOf(trace)
      .filter(isAccepted)
      .map((placed) => {
        const { compared, problems } = schemas.request(placed.exchange);
        const wrong = problems.filter(
          ({ kind: sort, path }) =>
            (sort === 'failure' || (sort === 'extra' && refusal)) && !isCallersOwn(trace, placed, path),
        );
        return {
          compared,
          findings: wrong.map(({ kind: sort, path, message, value, definition }) => ({
            message: `${path} ${message} (${definition})${sort === 'extra' && refusal ? `. The service refuses it: "${refusal.says}" (${refusal.url})` : ''}`,
            wirePath: `${placed.path}.${path}`,
            ...(value === undefined ? {} : { wire: value }),
          })),
        };
      });
    return sum(outcomes);
  },
};
