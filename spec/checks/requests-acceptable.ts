import type { Trace } from '../engine/trace.ts';
import { askedIn } from '../wire/demands.ts';
import type { Asked } from '../wire/rules/rule.ts';
import { answered, type Check, contractSource, sum } from './check.ts';
import { exchangesOf, isAccepted } from './lib/sent.ts';

export const check: Check = {
  id: 'requests-acceptable',
  level: 'MUST',
  title:
    'Every request keeps the rules for which the live service refuses one: pairs and order, names and ids, schema dialects, versions.',
  reason:
    'A recording answers a request that breaks them; the service answers with a 400, and the application is lost.',
  sources: [contractSource],
  of: answered,
  judge: ({ trace, rules }) => {
    const outcomes = asked(trace).flatMap(({ path, ...request }) =>
      rules.map((rule) => {
        const { compared, breaches } = rule.judge(request);
        return {
          compared,
          findings: breaches.map(({ message, value, path: place }) => ({
            message,
            wirePath: `${path}.${place}`,
            ...(value === undefined ? {} : { wire: value }),
            rule: { id: rule.id, what: rule.what, source: { ...rule.source } },
          })),
        };
      }),
    );
    return sum(outcomes);
  },
};

/** Every request, with what went before it, that the recording does not answer with a refusal of its own. */
function asked(trace: Trace): (Asked & { path: string })[] {
  const all = exchangesOf(trace);
  return all
    .map(({ exchange, path }, i) => ({
      exchange,
      path: `${path}.request`,
      body: askedIn(exchange),
      earlier: all.slice(0, i).map((one) => one.exchange),
    }))
    .filter(isAccepted);
}
