/** A known issue as a program of its own. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UserError } from '../../lib/user-error.ts';
import type { Adapter } from '../../spec/contract/index.ts';
import { discoverAdapters, repositoryFolder } from '../../spec/engine/discover.ts';
import { caseName, type ListedIssue } from '../../spec/engine/known-issues.ts';
import { today } from '../../spec/engine/selection.ts';
import { prepareSuite } from '../../spec/engine/suite.ts';
import type { Evidence } from '../../spec/results/schema.ts';
import { knownIssue } from '../known-issues/list.ts';
import { exchangesIn, programOf } from './of-case.ts';

/**
 * The text of the program, with the responses of the first case that the issue covers, which is replayed for it: no run is needed.
 *
 * @param address `<adapter>/<id>`
 * @throws {UserError} there is no such known issue, it covers no case, or its reproduction is missing or malformed
 */
export async function reproductionOfIssue(address: string): Promise<string> {
  const issue = await knownIssue(address);
  const adapter = (await discoverAdapters()).find(({ id }) => id === issue.adapter);
  if (!adapter) throw new Error(`the known issue ${address} has no adapter`);
  const { implementation, providerApi, packages } = adapter;
  const path = join(repositoryFolder, 'adapters', implementation, providerApi, 'adapter.ts');
  const load = async (): Promise<Adapter> => (await import(pathToFileURL(path).href)).adapter;
  const suite = await prepareSuite({ implementation, providerApi, load }, { asOf: today() });
  try {
    const covered = suite.cases.filter(({ id }) => Object.hasOwn(issue.covers, caseName(id)));
    // A case with trials holds several conversations: a plain one shows the issue in one.
    const shown = covered.find(({ kind }) => kind === 'scenario') ?? covered[0];
    if (!shown) throw noCase(address, issue);
    const { evidence } = await suite.run(shown);
    const seen = evidence && (JSON.parse(evidence.toString()) as Evidence);
    return await programOf(shown, issue, packages, seen ? exchangesIn(seen) : []);
  } finally {
    await suite.close();
  }
}

function noCase(address: string, { adapter, covers, place }: ListedIssue): UserError {
  const [first] = Object.keys(covers);
  return new UserError(`no case shows the known issue "${address}"`, {
    where: place,
    hint:
      first === undefined
        ? 'it covers nothing: see docs/known-issues.md'
        : `run the long cases, then: npm run atc -- reproduce ${adapter}/${first}`,
  });
}
