import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readText } from '../../../files/data-file.ts';
import { place } from '../../../files/place.ts';
import { yamlLines } from '../../../files/yaml-lines.ts';
import { recordingHint } from '../../../recordings/format/location.ts';
import { adapterId } from '../../../spec/engine/case.ts';
import { cassettesOf } from '../../../spec/engine/cassettes-of.ts';
import { expand } from '../../../spec/engine/expand.ts';
import { loadScenarioFile, recordedScenarios } from '../../../spec/scenarios/load.ts';
import type { ScenarioFile } from '../../../spec/scenarios/schema.ts';
import type { DataArea, DataContext, DataProblem } from '../area.ts';

/** Scenarios, held against the matrix and the recordings: each is played where it says, and has what to play. */
export const scenariosArea: DataArea = {
  name: 'scenarios',
  places: ['spec/scenarios'],
  lint: async (context) => [...(await listed(context)), ...unrecorded(context)],
};

/** Scenarios that nothing plays, and provider APIs that are named for nothing: they have a recording, or lack the tool. */
async function listed({ matrix, scenarios, root }: DataContext): Promise<DataProblem[]> {
  const recorded = await recordedScenarios(join(root, 'recordings/cassettes'));
  const found = scenarios.map(async (file) => {
    const { tool } = file;
    const lineOf = linesOf(file, root);
    const asWritten = await loadScenarioFile(pathOf(file, root));
    return asWritten.scenarios.flatMap(({ id, providerApis, abort }, i): DataProblem[] => {
      const there = recorded.get(`${tool}/${id}`);
      if (abort === undefined && !there && !providerApis) {
        const message = `"${id}" is never played: no provider API has a recording of it`;
        const hint = 'record it, for which it names the provider APIs that can play it: providerApis: [<id>, …]';
        return [{ rule: 'scenario-is-played', where: lineOf(['scenarios', i]), message, hint }];
      }
      return (providerApis ?? []).flatMap((api, j): DataProblem[] => {
        const where = lineOf(['scenarios', i, 'providerApis', j]);
        if (there?.has(api)) {
          const message = `"${id}" names ${api}, which has a recording of it and needs no naming`;
          return [{ rule: 'scenario-names-the-unrecorded', where, message, hint: `take ${api} out` }];
        }
        const support =
          tool === 'break-glass' ? 'yes' : matrix.providers.find((p) => p.id === api)?.cells[tool].support;
        if (support === 'yes' || support === 'partial') return [];
        const message = `"${id}" is never played on ${api}: the matrix says "${support}" of ${tool} there`;
        const hint = `take ${api} out, or mend cells.${tool} of matrix/providers/${api}.json`;
        return [{ rule: 'scenario-is-played', where, message, hint }];
      });
    });
  });
  return (await Promise.all(found)).flat();
}

/** A scenario that is to be played and has no recording ends as `not-testable`. */
function unrecorded({ matrix, scenarios, root }: DataContext): DataProblem[] {
  const folder = join(root, 'recordings/cassettes');
  const missing = new Map<string, DataProblem>();
  for (const column of matrix.providers) {
    const anyAdapter = { id: adapterId('any', column.id), implementation: 'any', providerApi: column.id };
    for (const file of scenarios) {
      for (const c of expand(matrix, [file], [anyAdapter])) {
        const [{ path }] = cassettesOf(c, column, folder);
        // Of fault cases and set-ups it is the recordings of the conversations that they play again.
        if (c.kind === 'fault' || c.kind === 'setup' || missing.has(path) || existsSync(path)) continue;
        const i = file.scenarios.indexOf(c.scenario);
        missing.set(path, {
          rule: 'scenario-has-recordings',
          where: linesOf(file, root)(i < 0 ? ['tool'] : ['scenarios', i]),
          message: `"${c.scenario.id}" has no recording at ${place(path)}`,
          hint: recordingHint(path, folder),
        });
      }
    }
  }
  return [...missing.values()];
}

/** Lines of a scenario file; read where something is wrong alone. */
function linesOf(file: ScenarioFile, root: string): (path: readonly (string | number)[]) => string {
  const path = pathOf(file, root);
  let lineOf: ReturnType<typeof yamlLines> | undefined;
  return (keys) => {
    lineOf ??= yamlLines(readText(path, 'scenario file'));
    return `${place(path)}:${lineOf(keys)}`;
  };
}

const pathOf = ({ tool }: ScenarioFile, root: string): string => join(root, 'spec/scenarios', `${tool}.yaml`);
