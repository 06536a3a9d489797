/** Kinds of ways in which clients are made, and what an adapter owes its caller then. */
import { takenCredentials } from './credentials.ts';
import { places } from './places.ts';
import type { SetupsOf } from './setup.ts';
import { surroundings } from './surroundings.ts';
import { unusable } from './unusable.ts';

/** Ways of one kind to make a client. They are tried on one conversation per variant of the API. */
export interface SetupFamily {
  /** Stands in the place of a scenario's id. */
  readonly id: string;
  readonly title: string;
  readonly purpose: string;
  readonly setupsOf: SetupsOf;
  /** Whether no client can be made so, or no call. */
  readonly isRefused?: true;
  /** The checks that judge what came of it. */
  readonly checks: readonly string[];
}

/** What the caller gave is what goes out, and what comes back is what came. */
const asUsual = [
  ...['credentials-are-the-callers', 'requests-complete', 'requests-expected', 'options-on-the-wire'],
  ...['typed-errors-only', 'errors-equal-wire', 'nothing-left-behind'],
];

export const setupFamilies: readonly SetupFamily[] = [
  {
    id: 'setup-credentials',
    title: 'Every kind of credentials that the API takes',
    purpose: 'Whichever way a caller proves who calls, requests carry that proof and no other.',
    setupsOf: takenCredentials,
    checks: asUsual,
  },
  {
    id: 'setup-places',
    title: 'Base URLs of gateways, and with a slash too many',
    purpose: 'Where a caller says that requests go, they go, whatever stands there.',
    setupsOf: places,
    checks: asUsual,
  },
  {
    id: 'setup-surroundings',
    title: 'Keys, hosts and headers of somebody else in the environment',
    purpose: 'An adapter has what its caller gave it: an SDK that reads the environment must not find anything there.',
    setupsOf: surroundings,
    checks: asUsual,
  },
  {
    id: 'setup-refused',
    title: 'Settings that cannot be used',
    purpose: 'What cannot be used is refused before anything is sent, in words, and without repeating a secret.',
    setupsOf: unusable,
    isRefused: true,
    checks: ['unusable-settings-refused', 'nothing-left-behind'],
  },
];
