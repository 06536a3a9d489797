/** Lists the cells with fewer than three core conversations, and which core scenarios they lack: `npm run tiers`. Exit code: 0. */
import { loadMatrix } from '../../matrix/load.ts';
import { discoverAdapters } from '../../spec/engine/discover.ts';
import { expand } from '../../spec/engine/expand.ts';
import { loadScenarios } from '../../spec/scenarios/load.ts';
import { runScript } from '../cli.ts';
import { tierLines, tiersOf } from './tiers.ts';

await runScript({}, async () => {
  const [matrix, scenarios, adapters] = await Promise.all([loadMatrix(), loadScenarios(), discoverAdapters()]);
  const references = adapters.filter(({ implementation }) => implementation === 'reference');
  const tools = new Set<string>(matrix.tools.map(({ id }) => id));
  const cases = expand(matrix, scenarios, references).filter(({ tool }) => tools.has(tool));
  process.stdout.write(`${tierLines(tiersOf(cases)).join('\n')}\n`);
});
