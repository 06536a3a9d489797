import { visible } from '../../files/visible.ts';
import type { Badge } from './badge.ts';
import { grounds } from './colours.ts';

/** What an endpoint badge of shields.io is made from (https://shields.io/badges/endpoint-badge). */
export interface ShieldsEndpoint {
  readonly schemaVersion: 1;
  readonly label: string;
  readonly message: string;
  readonly color: string;
  readonly labelColor: string;
  /** Keeps whoever embeds it from painting what fails in another colour. */
  readonly isError?: true;
}

/** A badge as shields.io takes it. Pure. */
export function shieldsOf({ label, message, tone }: Badge): ShieldsEndpoint {
  return {
    schemaVersion: 1,
    label: visible(label),
    message: visible(message),
    color: grounds[tone],
    labelColor: grounds.label,
    ...(tone === 'bad' ? { isError: true } : {}),
  };
}
