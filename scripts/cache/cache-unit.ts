/** Cases whose outcomes are kept together, and the tools that these depend on. Pure. */
import type { AdapterIdentity, Case } from '../../spec/engine/case.ts';
import { faultOrder } from '../../spec/engine/expand.ts';
import type { ScenarioSubject } from '../../spec/scenarios/schema.ts';

/** Cases of an adapter and a tool that depend on the same files. */
export interface Unit {
  /** `<adapter>/<tool>/<group>` */
  readonly id: string;
  readonly adapter: AdapterIdentity;
  readonly tool: ScenarioSubject;
  readonly group: 'conversations' | 'faults' | 'setups';
}

/** Unit of a case. */
export function unitOf({ adapter, tool, fault, setup }: Case): Unit {
  const group = fault ? 'faults' : setup ? 'setups' : 'conversations';
  return { id: `${adapter.id}/${tool}/${group}`, adapter, tool, group };
}

/** Units of cases, each with its cases, in the order of the cases. */
export function unitsOf(cases: readonly Case[]): ReadonlyMap<Unit, readonly Case[]> {
  const groups = Map.groupBy(cases, (each) => unitOf(each).id);
  return new Map([...groups.values()].flatMap((of) => of.slice(0, 1).map((first) => [unitOf(first), of] as const)));
}

/**
 * True if scenarios and cassettes of a tool have a part in the cases of a unit: its own tool's; of client setups, which choose among all
 * conversations, every tool's; of faults those of the tools before, whose kinds of faults the others leave out.
 *
 * @param tool a name that is not of a tool is of all units, except `refused`: the plain answer of cases without a conversation of their own
 */
export function dependsOn({ tool: own, group }: Unit, tool: string): boolean {
  if (tool === 'shared') return group === 'conversations';
  const place = faultOrder.indexOf(tool);
  return place < 0 || tool === own || group === 'setups' || (group === 'faults' && place < faultOrder.indexOf(own));
}
