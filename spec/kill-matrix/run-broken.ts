import { join } from 'node:path';
import { UserError } from '../../lib/user-error.ts';
import { type ProviderApiId, providerApiIds } from '../../matrix/ids.ts';
import { keepConnected } from '../../recordings/transport/connection.ts';
import type { InjectedDefect } from '../../recordings/transport/inject-adapter-defect.ts';
import type { Adapter } from '../contract/index.ts';
import type { Case } from '../engine/case.ts';
import { repositoryFolder } from '../engine/discover.ts';
import { today } from '../engine/selection.ts';
import { prepareSuite, type Suite } from '../engine/suite.ts';
import type { CaseResult } from '../results/schema.ts';
import type { Phase } from './known-defects.ts';

/** An adapter that is broken on purpose, as the kill matrix needs it; see `adapters/broken`. */
export interface Broken {
  readonly id: string;
  /** The check that is meant to catch it. */
  readonly caughtBy: string;
  readonly defect: string;
  /** The provider API over whose reference adapter it is laid; `anthropic` where not said. */
  readonly over?: string;
  readonly phase?: Phase;
  readonly from?: readonly string[];
  /** Why no check catches it, as long as none does. */
  readonly missed?: string;
  /** Cases in which it shows: `<scenario>/<mode>`, of one tool `<tool>/<scenario>/<mode>`. Where it does not say, all of the column are played. */
  readonly shows?: readonly string[] | undefined;
  readonly breakIt?: (adapter: Adapter) => Adapter;
  readonly onTheWire?: InjectedDefect;
}

/** A broken adapter on a case in which it shows, and the unbroken one on the same. */
export interface PlayedCase {
  /** As `shows` has it. */
  readonly name: string;
  readonly broken: CaseResult;
  readonly unbroken: CaseResult;
}

export interface PlayedBroken {
  readonly broken: Broken;
  readonly cases: readonly PlayedCase[];
  /** The rest of the cells that these cases are of; it was not played. */
  readonly others: readonly Case[];
}

/**
 * Plays broken adapters one after the other, each on the cases that it shows in, and the reference adapter that it is laid
 * over on the same cases.
 *
 * @throws {UserError} a broken adapter is laid over a provider API that there is not.
 */
export async function playBroken(all: readonly Broken[], unbroken: Unbroken = new Original()): Promise<PlayedBroken[]> {
  const played: PlayedBroken[] = [];
  const disconnect = keepConnected();
  try {
    for (const broken of all) played.push(await playOne(broken, unbroken));
  } finally {
    await disconnect();
  }
  return played;
}

async function playOne(broken: Broken, unbroken: Unbroken): Promise<PlayedBroken> {
  const suite = await suiteOf(broken);
  const cases: PlayedCase[] = [];
  for (const theCase of suite.cases) {
    const name = nameIn(broken.shows, theCase);
    if (name === undefined) continue;
    const { result } = await suite.run(theCase);
    cases.push({ name, broken: result, unbroken: await unbroken.run(columnOf(broken), theCase) });
  }
  const tools = new Set<string>(cases.map((c) => c.broken.tool));
  const others = suite.cases.filter((c) => tools.has(c.tool) && nameIn(broken.shows, c) === undefined);
  return { broken, cases, others };
}

/** What a broken adapter calls a case in which it shows; `undefined` where it does not. */
export function nameIn(shows: Broken['shows'], { tool, scenario, mode }: Case): string | undefined {
  const names = [`${scenario.id}/${mode}`, `${tool}/${scenario.id}/${mode}`];
  return shows ? names.find((name) => shows.includes(name)) : names[0];
}

/** The provider API over whose reference adapter a broken one is laid. @throws {UserError} there is none of that name. */
export function columnOf({ id, over = 'anthropic' }: Pick<Broken, 'id' | 'over'>): ProviderApiId {
  if (providerApiIds.includes(over)) return over;
  throw new UserError(`broken adapter "${id}": "${over}" is not a provider API`, {
    where: 'adapters/reference',
    hint: `one of: ${providerApiIds.join(', ')}`,
  });
}

/** What comes of a case without a defect. */
type Unbroken = Pick<Original, 'run'>;

/** The reference adapters as they are, each case played once however many broken ones show in it. */
export class Original {
  readonly #suites = new Map<ProviderApiId, Promise<Suite>>();
  readonly #results = new Map<string, Promise<CaseResult>>();

  async run(providerApi: ProviderApiId, { id }: Case): Promise<CaseResult> {
    const suite = await (this.#suites.get(providerApi) ?? this.#suite(providerApi));
    const result =
      this.#results.get(id) ?? suite.run(suite.cases.find((c) => c.id === id) as Case).then((r) => r.result);
    this.#results.set(id, result);
    return result;
  }

  #suite(providerApi: ProviderApiId): Promise<Suite> {
    const suite = suiteOf({ id: 'unbroken', over: providerApi });
    this.#suites.set(providerApi, suite);
    return suite;
  }
}

async function suiteOf(broken: Pick<Broken, 'id' | 'over' | 'breakIt' | 'onTheWire'>): Promise<Suite> {
  const { breakIt = (adapter) => adapter, onTheWire } = broken;
  const providerApi = columnOf(broken);
  const path = join(repositoryFolder, 'adapters/reference', providerApi, 'adapter.ts');
  return prepareSuite(
    {
      implementation: 'reference',
      providerApi,
      load: async () => breakIt(((await import(path)) as { adapter: Adapter }).adapter),
      tampering: onTheWire,
    },
    { asOf: today() },
  );
}
