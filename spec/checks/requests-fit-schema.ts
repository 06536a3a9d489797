import { answered, type Check, contractSource } from './check.ts';
import { unfitting } from './lib/unfitting.ts';

export const check: Check = {
  id: 'requests-fit-schema',
  level: 'MUST',
  title:
    'Every request fits the provider’s own types: no wrong type, no unknown value, no member missing, and none too much where that is refused.',
  reason:
    'A recording answers whatever is asked; the service refuses what is no request of its own, and the application is lost.',
  sources: [contractSource, { title: 'The types of the providers’ official SDKs, as JSON Schema in schemas/wire' }],
  of: answered,
  judge: (context) => unfitting(context, ({ kind, refusal }) => kind === 'failure' || refusal !== undefined),
};
