/** How long a recording is believed. What it says is in `freshness.json`. */
import { join } from 'node:path';
import Type from 'typebox';
import { dayAfter, isDay } from '../lib/calendar-date.ts';
import { readDataFile } from '../lib/data-file.ts';
import { UserError } from '../lib/user-error.ts';
import { type ProviderApiId, providerApiIds } from '../matrix/ids.ts';
import type { Provenance } from './format/cassette.ts';

const strict = { additionalProperties: false } as const;

const limit = Type.Integer({ minimum: 1, description: 'for so many days a recording is believed' });

const PolicySchema = Type.Object(
  { days: limit, reason: Type.String({ minLength: 10 }) },
  { ...strict, title: 'Policy' },
);

const sourcesRead = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  description:
    'the day on which the sources of documented cassettes were last read, all of them, and the cassettes found to be what they say',
});

const OwnPolicySchema = Type.Object(
  {
    sourcesRead: Type.Optional(sourcesRead),
    live: Type.Optional(PolicySchema),
    documented: Type.Optional(PolicySchema),
  },
  { ...strict, title: 'OwnPolicy', minProperties: 1 },
);

export const FreshnessFileSchema = Type.Object(
  {
    $schema: Type.Optional(Type.String({ description: 'the JSON Schema of this file, for editors' })),
    live: PolicySchema,
    documented: PolicySchema,
    sourcesRead,
    providerApis: Type.Optional(
      Type.Object(Object.fromEntries(providerApiIds.map((id) => [id, Type.Optional(OwnPolicySchema)])), {
        ...strict,
        description: 'those that are different by themselves',
      }),
    ),
  },
  { $id: 'freshness.schema.json', title: 'How long recordings are believed', additionalProperties: false },
);

/** How long recordings are believed, by evidence, and of provider APIs that are different by themselves. */
export type FreshnessPolicy = Type.Static<typeof FreshnessFileSchema>;

/** How old a recording may get, and whether it is older. */
export interface Freshness {
  /** The day on which it was recorded or, of a documented one, on which its sources were last read; absent where nobody knows. */
  readonly since?: string;
  /** The last day on which it is believed; absent of what was recorded nobody knows when. Such a one is stale. */
  readonly freshUntil?: string;
  readonly isStale: boolean;
}

/** @throws {UserError} the file is missing or malformed, or names a day that there is not. */
export async function loadFreshness(path = join(import.meta.dirname, 'freshness.json')): Promise<FreshnessPolicy> {
  const policy = await readDataFile(path, FreshnessFileSchema, 'freshness policy');
  for (const { of, day } of daysOfSources(policy)) {
    if (isDay(day)) continue;
    throw new UserError(`"sourcesRead"${of} is "${day}", not a date`, { where: path });
  }
  return policy;
}

/** Every day on which sources were read, and whose they are: ` of <provider API>`, or nothing where all others share it. */
export const daysOfSources = (policy: FreshnessPolicy): { readonly of: string; readonly day: string }[] => [
  { of: '', day: policy.sourcesRead },
  ...Object.entries(policy.providerApis ?? {}).flatMap(([api, own]) =>
    own?.sourcesRead === undefined ? [] : [{ of: ` of ${api}`, day: own.sourcesRead }],
  ),
];

/**
 * Whether a recording is still believed on a day. A recorded one is as old as its recording; one that was written from documents is as old
 * as the day on which these were last read, which the policy says. Pure.
 *
 * @param asOf `YYYY-MM-DD`
 */
export function freshness(
  { evidence, recordedAt }: Pick<Provenance, 'evidence' | 'recordedAt'>,
  providerApi: ProviderApiId,
  policy: FreshnessPolicy,
  asOf: string,
): Freshness {
  const own = { ...policy, ...policy.providerApis?.[providerApi] };
  // What was recorded from another server proves no more than the documents do.
  const since = evidence === 'live' ? recordedAt : own.sourcesRead;
  if (since === undefined) return { isStale: true };
  const { days } = own[evidence];
  const freshUntil = dayAfter(since, days);
  return { since, freshUntil, isStale: asOf > freshUntil };
}
