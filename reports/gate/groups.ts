import type { GateFinding } from './schema.ts';

/**
 * Findings of one rule that are alike, together: of one adapter and tool, by one check. In the order in which the first of each was
 * found. Pure.
 */
export function groupsOf(findings: readonly GateFinding[]): readonly (readonly GateFinding[])[] {
  return [...Map.groupBy(findings, keyOf).values()];
}

function keyOf({ adapter, tool, check, what, case: id }: GateFinding): string {
  if (id === undefined) return what;
  return JSON.stringify([adapter, tool, check?.check]);
}
