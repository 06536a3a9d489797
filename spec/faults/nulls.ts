/** Answers that say of what there is not that it is null. */
import { lengthOf, partsOf, withParts } from '../../recordings/faults/answer.ts';
import type { Fault } from '../../recordings/faults/fault.ts';
import { withValue, written } from '../../recordings/faults/members.ts';
import type { HttpResponse } from '../../recordings/format/exchange.ts';
import type { WireSchemas } from '../wire/schemas/index.ts';

/** A member of a part of an answer that may be null and is absent. */
interface Absent {
  readonly at: number;
  readonly path: readonly (string | number)[];
}

/**
 * An answer in which every member that the provider's types allow to be null, and that is absent, is null; where that matters, one of
 * them alone. Nothing, where there is none. Pure.
 */
export function nulls(response: HttpResponse, operation: string, _providerApi: string, schemas?: WireSchemas): Fault[] {
  const isStream = lengthOf(response) !== undefined;
  const absent = partsOf(response).flatMap(({ at, name, json }): Absent[] =>
    (schemas?.nullable(operation, json, isStream ? { name } : undefined) ?? []).map((path) => ({ at, path })),
  );
  if (absent.length === 0) return [];
  return [
    {
      ...withNulls(response, operation, absent),
      covers: [
        ...new Set(
          absent.map(({ path }) => `${operation} ${path.filter((step) => typeof step === 'string').join('.')}`),
        ),
      ],
    },
  ];
}

function withNulls(response: HttpResponse, operation: string, absent: readonly Absent[]): Fault {
  const [first, ...others] = absent;
  const which =
    others.length > 0
      ? `${absent.length} absent members are null`
      : `${first ? written(first.path) : 'nothing'} is null`;
  const middle = Math.ceil(absent.length / 2);
  const halves = others.length > 0 ? [absent.slice(0, middle), absent.slice(middle)] : [];
  return {
    covers: [],
    what: `of the answer to ${operation} ${which}`,
    asRecorded: true,
    arrives: () => {
      const of = Map.groupBy(absent, ({ at }) => at);
      const parts = partsOf(response).map(
        ({ at, json }) =>
          [at, (of.get(at) ?? []).reduce((changed, { path }) => withValue(changed, path, null), json)] as const,
      );
      return withParts(response, new Map(parts));
    },
    smaller: () => halves.map((half) => withNulls(response, operation, half)),
  };
}
