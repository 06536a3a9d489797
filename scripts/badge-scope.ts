import type { BadgeScope } from '../reports/badges/badges.ts';
import type { Snapshot } from '../reports/snapshot/schema.ts';
import { parsePattern, patternPart } from '../spec/engine/case-pattern.ts';

/**
 * What a badge is about, from a pattern of the command line: `<adapter>/<tool>`, with a library or provider API in the place of the adapter,
 * or one of these words. Pure.
 *
 * @throws {UserError} the snapshot does not have it.
 */
export function badgeScope(pattern: string | undefined, { libraries, providerApis, tools }: Snapshot): BadgeScope {
  if (pattern === undefined) return {};
  const ids = {
    adapter: libraries.flatMap(({ adapters }) => adapters.map(({ id }) => id)),
    library: libraries.map(({ id }) => id),
    provider: providerApis.map(({ id }) => id),
  };
  const parts = [
    patternPart('adapter', () => Object.values(ids).flat()),
    patternPart('tool', () => tools.map(({ id }) => id)),
  ];
  const [first = '*', tool = '*'] = (parsePattern(pattern, parts)[0] ?? '').split('/');
  const of = Object.entries(ids).find(([, known]) => known.includes(first))?.[0];
  return { ...(of === undefined ? {} : { [of]: first }), ...(tool === '*' ? {} : { tool }) };
}
