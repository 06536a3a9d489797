/** Choice of cases: loads nothing that runs them. */

import { packIntoBins } from '../../lib/sample.ts';
import type { Matrix } from '../../matrix/model.ts';
import type { CassetteSource } from '../../recordings/format/cassette-path.ts';
import type { TransportKind } from '../../recordings/transport/transport-kinds.ts';
import type { Capabilities } from '../contract/index.ts';
import type { ScenarioFile } from '../scenarios/schema.ts';
import { isDeclaredBy } from './capabilities.ts';
import type { Case } from './case.ts';

/** What is chosen to run, and the day it is judged on. */
export interface SuiteSettings {
  /** ISO 8601 date; the age of recordings is computed against it. */
  readonly asOf: string;
  readonly tools?: readonly string[];
  readonly scenarios?: readonly string[];
  readonly modes?: readonly string[];
  /** What the adapter declares: cases that need more are not run. */
  readonly capabilities?: Capabilities;
  /** Rejections and declarations have no tier: they are left out where one is chosen. */
  readonly tiers?: readonly string[];
  /** The cases to run, by id; all that fit, where absent. */
  readonly cases?: readonly string[];
  /** Whether faults of which there are hundreds are tried too. */
  readonly thorough?: boolean;
  /** True to skip fault cases once another case has failed. */
  readonly failFast?: boolean;
  /** Where the recordings are; unless told, those of the repository. */
  readonly cassettes?: CassetteSource;
  /** How requests reach the recordings; unless told, as fits the adapter. */
  readonly transport?: TransportKind;
  /** Where several processes share the cases: which of them are this one's. */
  readonly part?: Part;
  /** Makes the order random in which cases run: a number that it follows from. */
  readonly seed?: number;
}

/** What takes longest to read of all that cases are made from. */
export interface CaseSource {
  readonly matrix: Matrix;
  readonly scenarios: readonly ScenarioFile[];
}

/** Today, as ISO 8601 date in UTC. */
export const today = (): string => new Date().toISOString().slice(0, 10);

/** Tells of a case whether settings choose it. */
export function isSelectedBy({
  tools,
  scenarios,
  modes,
  tiers,
  cases,
  capabilities,
}: SuiteSettings): (theCase: Case) => boolean {
  const chosen = (list: readonly string[] | undefined, value: string) => !list?.length || list.includes(value);
  const ids = cases && new Set(cases);
  const isDeclared = isDeclaredBy(capabilities);
  return (theCase) => {
    const { id, tool, scenario, mode } = theCase;
    return (
      chosen(tools, tool) &&
      chosen(scenarios, scenario.id) &&
      chosen(modes, mode) &&
      chosen(tiers, scenario.tier ?? '') &&
      (ids?.has(id) ?? true) &&
      isDeclared(theCase)
    );
  };
}

/** One of several processes that share the cases of an adapter. */
interface Part {
  /** Which of them, from 0. */
  readonly nth: number;
  readonly of: number;
}

/**
 * The cases of one part, in the order that they have. Of each scenario and each family of faults every part gets as many conversations,
 * so that none waits long for another; the same ones whenever the cases are the same. All parts together are all cases. Pure.
 */
export function casesOfPartition(cases: readonly Case[], { nth, of }: Part): readonly Case[] {
  const alike = Map.groupBy(cases, ({ scenario, mode }) => `${scenario.id} ${mode}`);
  const mine = new Set([...alike.values()].flatMap((group, place) => dealt(group, of, place)[nth] ?? []));
  return cases.filter((each) => mine.has(each));
}

/** Cases that are alike, the one with most conversations first to whom has fewest; of equals, to another one in every group. */
function dealt(group: readonly Case[], of: number, place: number): readonly (readonly Case[])[] {
  const hands = packIntoBins(group, of, conversationsIn);
  return hands.map((_, i) => hands[(((i - place) % of) + of) % of] ?? []);
}

/** How many conversations a case plays: about as long it takes. */
export const conversationsIn = ({ fault, setup }: Case): number => (fault ?? setup)?.over.length ?? 1;
