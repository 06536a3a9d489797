/** Servers that speak a provider API in their own way, as faults of its recorded responses. */
import { memoize } from '../../lib/memoize.ts';
import type { Dialect, DialectTraitId } from '../../matrix/dialects.ts';
import { inDialect } from '../../recordings/faults/dialects.ts';
import type { Scenario } from '../scenarios/schema.ts';
import { cleanly, type FaultKind, facts } from './fault-kinds.ts';

/** One, two and no calls, without and with arguments, chosen calls, a text, an error. */
const ordinary = new Set([
  'call-single',
  'call-parallel',
  'call-no-arguments',
  'tool-choice-required',
  'error-rate-limit',
]);

/** Whether a conversation is one that every such server can have. */
export const isOrdinary = ({ id }: Scenario): boolean => ordinary.has(id);

/** The kind of fault that a dialect is: the same one each time, for faults are kept by it. */
export const kindOfDialect = memoize(
  ({ id, title, traits }: Dialect): FaultKind => ({
    id: `dialect-${id}`,
    group: 'dialects',
    title: `Reads responses as ${title} writes them`,
    purpose: `Whoever speaks this API writes its responses in its own way, as ${title} does. The adapter returns what they say.`,
    faultsOf: inDialect(Object.keys(traits) as DialectTraitId[]),
    checks: [
      ...cleanly,
      ...facts,
      ...[
        'returns-ids-unchanged',
        'returns-ids',
        'no-empty-content',
        'no-finish-before-error',
        'returns-partial-output',
      ],
      ...['sends-function-results', 'sends-opaque-state', 'call-ids-match'],
    ],
  }),
);
