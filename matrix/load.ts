import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { freeze } from '../lib/copy-json.ts';
import { pointerLocation, readDataFile, readText } from '../lib/data-file.ts';
import { didYouMean } from '../lib/did-you-mean.ts';
import { displayPath, UserError } from '../lib/user-error.ts';
import { loadDialects } from './dialects.ts';
import { loadErrata } from './errata.ts';
import { type ProviderApiId, providerApiIds, toolIds } from './ids.ts';
import { loadLimits } from './limits.ts';
import type { Cell, FileCell, Matrix, ProviderApi, Tool } from './model.ts';
import { type ProviderFile, ProviderFileSchema, type ToolsFile, ToolsFileSchema } from './schema.ts';

/** The folder of the committed matrix. */
export const matrixFolder = import.meta.dirname;

/**
 * Reads `tools.json`, `errata.json`, `dialects.json`, `limits.yaml` and `provider-apis/*.json` of a folder (the committed ones by default) and puts them together.
 *
 * @throws {UserError} a file is missing, does not fit its schema, has another id than its name, cites a source or a
 * surface that it does not declare, or belongs to no column; the message names file, line and column.
 */
export async function loadMatrix(folder: string = matrixFolder): Promise<Matrix> {
  await refuseStrayColumns(folder);
  const [tools, errata, dialects, limits, ...providers] = await Promise.all([
    readTools(folder),
    loadErrata(folder),
    loadDialects(folder),
    loadLimits(folder),
    ...providerApiIds.map((id) => placedColumn(folder, id)),
  ]);
  return freeze({
    tools,
    providers: providers.sort((a, b) => a.order - b.order).map(({ column }) => column),
    errata,
    dialects,
    limits,
  });
}

/** The rows of a folder. Throws as {@link loadMatrix}. */
export async function readTools(folder: string): Promise<Tool[]> {
  const path = join(folder, 'tools.json');
  const file: ToolsFile = await readDataFile(path, ToolsFileSchema, 'list of tools', folder);
  const tools: Tool[] = [];
  for (const id of toolIds) {
    const { origin, ...tool } = file.tools[id];
    tools.push({ id, ...tool, origin: await cited(path, file.sources, origin, `/tools/${id}/origin`) });
  }
  return tools;
}

/** One column of a folder. Throws as {@link loadMatrix}. */
export const readColumn = async (folder: string, id: ProviderApiId): Promise<ProviderApi> =>
  (await placedColumn(folder, id)).column;

/** A column, and its place among others. */
async function placedColumn(
  folder: string,
  id: ProviderApiId,
): Promise<{ readonly order: number; readonly column: ProviderApi }> {
  const path = columnPath(folder, id);
  const file: ProviderFile = await readDataFile(path, ProviderFileSchema, 'matrix column', folder);
  if (file.id !== id) {
    throw faultAt(path, '/id', `"${file.id}" is not the name of this file`, `write "id": "${id}"`);
  }
  const { $schema: _, order, lifecycle, cells, ...rest } = file;
  const resolved: Partial<Record<string, Cell>> = {};
  for (const tool of toolIds) {
    const cell = cells[tool] ?? unknownCell(lifecycle.status);
    resolved[tool] = await resolveCell(path, file, `/cells/${tool}`, cell);
  }
  const column = {
    ...rest,
    lifecycle: { ...lifecycle, source: await cited(path, file.sources, lifecycle.source, '/lifecycle/source') },
    cells: resolved as ProviderApi['cells'],
  };
  return { order, column };
}

/** The cell of a tool that a column does not name. */
const unknownCell = (lifecycle: FileCell['lifecycle']): FileCell => ({
  ...{ support: 'unknown', lifecycle, claims: [], sources: [] },
  notes: 'Not looked at yet.',
});

/** Where a column is written. */
function columnPath(folder: string, id: ProviderApiId): string {
  return join(folder, 'provider-apis', `${id}.json`);
}

async function resolveCell(path: string, file: ProviderFile, pointer: string, cell: FileCell): Promise<Cell> {
  const surfaces = file.surfaces.map((s) => s.id);
  const source = (key: string, at: string) => cited(path, file.sources, key, `${pointer}/${at}`);
  for (const [surface, own] of Object.entries(cell.surfaces ?? {})) {
    if (own.source !== undefined) await source(own.source, `surfaces/${surface}/source`);
    if (!surfaces.includes(surface)) {
      throw faultAt(
        path,
        `${pointer}/surfaces/${surface}`,
        `this provider API has no surface "${surface}"`,
        didYouMean(surface, surfaces),
      );
    }
  }
  const { claims, sources, ...rest } = cell;
  return {
    ...rest,
    claims: await Promise.all(
      claims.map(async (c, i) => ({ ...c, source: await source(c.source, `claims/${i}/source`) })),
    ),
    sources: await Promise.all(sources.map((key, i) => source(key, `sources/${i}`))),
  };
}

async function cited<S>(path: string, sources: Readonly<Record<string, S>>, key: string, pointer: string): Promise<S> {
  const source = Object.hasOwn(sources, key) ? sources[key] : undefined;
  if (source !== undefined) return source;
  throw faultAt(path, pointer, `this file has no source "${key}"`, didYouMean(key, Object.keys(sources)));
}

async function refuseStrayColumns(folder: string): Promise<void> {
  const known = providerApiIds.map((id) => `${id}.json`);
  let names: string[];
  try {
    names = await readdir(join(folder, 'provider-apis'));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    throw new UserError(`cannot read the provider APIs of the matrix (${code})`, {
      where: displayPath(join(folder, 'provider-apis')),
    });
  }
  const stray = names.filter((name) => !known.includes(name)).sort()[0];
  if (stray === undefined) return;
  throw new UserError('the name of this file is not a provider API', {
    where: displayPath(join(folder, 'provider-apis', stray)),
    hint: didYouMean(stray, known),
  });
}

function faultAt(path: string, pointer: string, message: string, hint: string): UserError {
  return new UserError(message, { where: pointerLocation(readText(path, 'matrix file'), path, pointer), hint });
}
