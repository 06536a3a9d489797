import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { loadScenarioFile, recordedScenarios, withRecorded } from '../../spec/scenarios/load.ts';
import type { ScenarioFile } from '../../spec/scenarios/schema.ts';
import { type DataProblem, unreadable } from './area.ts';

/** Every scenario file that can be read, as `loadScenarios` gives them; and what is wrong with the others. */
export async function readScenarios(
  root: string,
): Promise<{ readonly scenarios: readonly ScenarioFile[]; readonly problems: readonly DataProblem[] }> {
  const folder = join(root, 'spec/scenarios');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yaml'));
  const scenarios: ScenarioFile[] = [];
  const read = async (name: string) => void scenarios.push(await loadScenarioFile(join(folder, name)));
  const problems = await unreadable(
    'scenario-file',
    Object.fromEntries(names.map((name) => [`spec/scenarios/${name}`, () => read(name)])),
  );
  const recorded = await recordedScenarios(join(root, 'recordings/cassettes'));
  return { scenarios: withRecorded(scenarios, recorded), problems };
}
