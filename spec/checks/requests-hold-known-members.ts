import { answered, type Check, contractSource } from './check.ts';
import { unfitting } from './lib/unfitting.ts';

export const check: Check = {
  id: 'requests-hold-known-members',
  level: 'SHOULD',
  title: 'No request holds a member that the provider’s own types do not have, even where the service does not mind.',
  reason:
    'What the service ignores does nothing for the caller, may tell what is no business of the provider, and is refused one day.',
  sources: [contractSource, { title: 'The types of the providers’ official SDKs, as JSON Schema in schemas/wire' }],
  of: answered,
  judge: (context) => unfitting(context, ({ kind, refusal }) => kind === 'extra' && refusal === undefined),
};
