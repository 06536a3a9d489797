import { globSync } from 'node:fs';
import { join } from 'node:path';
import { displayPath, UserError } from '../../lib/user-error.ts';
import { transports } from '../../recordings/format/cassette.ts';
import { type CassetteSource, cassettePath, recordingName } from '../../recordings/format/cassette-path.ts';
import { joined, loadScenarioFile } from '../scenarios/load.ts';
import type { ScenarioFile } from '../scenarios/schema.ts';

/**
 * Cases that a repository made of its recordings, beside those that there are: `provider-apis/<provider-api>/scenarios/<tool>.yaml` and
 * `cassettes` in a folder.
 *
 * @throws {UserError} there are none, they are malformed, or one has the id of a case that there is.
 */
export async function ownCases(
  folder: string,
  providerApi: string,
  scenarios: readonly ScenarioFile[],
): Promise<{ readonly scenarios: readonly ScenarioFile[]; readonly instead: NonNullable<CassetteSource['instead']> }> {
  const paths = globSync(join(folder, 'provider-apis', providerApi, 'scenarios', '*.yaml')).sort();
  if (paths.length === 0) {
    throw new UserError(`has no cases of ${providerApi}`, {
      where: displayPath(folder),
      hint: `make some: npm run atc -- record import ${providerApi} <file> --out ${displayPath(folder)}`,
    });
  }
  const files = await Promise.all(
    paths.map(async (path) => ({ path, providerApi, file: await loadScenarioFile(path) })),
  );
  const cassettes = join(folder, 'cassettes');
  const names = files.flatMap(({ file: { tool, scenarios: own } }) =>
    own.flatMap(({ id }) => {
      const path = cassettePath({ providerApi, tool, scenario: id }, cassettes);
      return transports.map((transport) => recordingName(path, transport, cassettes));
    }),
  );
  return {
    scenarios: joined([...scenarios.map((file) => ({ path: '', file })), ...files]),
    instead: { folder: cassettes, cassettes: names },
  };
}
