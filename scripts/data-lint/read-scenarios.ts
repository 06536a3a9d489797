import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { loadScenarioFile } from '../../spec/scenarios/load.ts';
import { type ScenarioFile, subjects } from '../../spec/scenarios/schema.ts';
import { type DataProblem, unreadable } from './area.ts';

/** Every scenario file that can be read, in the order of the matrix rows; and what is wrong with the others. */
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
  return { scenarios: scenarios.sort((a, b) => subjects.indexOf(a.tool) - subjects.indexOf(b.tool)), problems };
}
