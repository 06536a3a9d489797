/**
 * The shapes of a provider's answers: which events, blocks and members occur, whatever they say. What occurs in real traffic
 * and in no cassette is what no case has ever tried.
 */

import { join } from 'node:path';
import Type from 'typebox';
import { isJsonObject, type Json } from '../../lib/canonical-json.ts';
import { readDataFile } from '../../lib/data-file.ts';
import { assertKnown } from '../../lib/did-you-mean.ts';
import { wildcard } from '../../lib/escape-regexp.ts';
import { UserError } from '../../lib/user-error.ts';
import { providerApiIds } from '../../matrix/ids.ts';
import { loadMatrix } from '../../matrix/load.ts';
import { providerOf } from '../../matrix/model.ts';
import { listCassettes, parseCassettePath } from '../../recordings/format/cassette-path.ts';
import type { HttpResponse } from '../../recordings/format/exchange.ts';
import { readCassettes } from '../../recordings/format/store.ts';
import { isWord, partsOf } from './answer-parts.ts';
import { listCorpus, realUnits } from './files.ts';
import { loadFolders } from './folders.ts';

/**
 * The shapes of one answer, each once: `event <name>` of streams, `type <name>` of objects that say their type, and
 * `<owner>.<member>` of every member that holds something, where the owner is the object's type or, where it has none, the
 * member that it stands in.
 *
 * @param opaque members whose values are somebody's own data (arguments, schemas, metadata) or say again what was asked; either
 * wherever they stand, or as `<owner>.<member>` there alone
 */
export function shapesOf(response: HttpResponse, opaque: ReadonlySet<string>): ReadonlySet<string> {
  const shapes = new Set<string>();
  for (const { event, owner, json } of partsOf(response)) {
    if (event !== undefined) add(shapes, 'event', event);
    walk(json, owner, opaque, shapes);
  }
  return shapes;
}

const add = (shapes: Set<string>, kind: 'event' | 'type', name: string): unknown =>
  isWord(name) && shapes.add(`${kind} ${name}`);

function walk(value: Json, owner: string, opaque: ReadonlySet<string>, shapes: Set<string>): void {
  if (Array.isArray(value)) {
    for (const element of value) walk(element, owner, opaque, shapes);
    return;
  }
  if (!isJsonObject(value)) return;
  const type = typeof value.type === 'string' && isWord(value.type) ? value.type : undefined;
  if (type !== undefined) add(shapes, 'type', type);
  for (const [member, held] of Object.entries(value)) {
    if (held === null || !isWord(member)) continue;
    const shape = `${type ?? owner}.${member}`;
    shapes.add(shape);
    if (!opaque.has(member) && !opaque.has(shape)) walk(held, member, opaque, shapes);
  }
}

/**
 * Compares the shapes of a corpus's answers with those of the cassettes, column by column; columns without a cassette are left
 * out. What callers ask is their own choice, so requests are not looked at.
 *
 * @throws {UserError} the corpus, a cassette or the list of reasons is missing or malformed, the provider API is unknown, or
 * nothing can be compared.
 */
export async function readShapes(directories: string | undefined, provider?: string): Promise<ShapeReport[]> {
  if (provider !== undefined) assertKnown('provider API', provider, providerApiIds);
  const [corpus, matrix, reasons] = await Promise.all([
    loadFolders().then((folders) => listCorpus(directories, folders)),
    loadMatrix(),
    loadShapeReasons(),
  ]);
  const opaque = new Set(reasons.opaque);
  const recorded = await cassetteShapes(opaque, provider);
  const reports: ShapeReport[] = [];
  for (const id of providerApiIds) {
    const shapes = recorded.get(id);
    if ((provider !== undefined && provider !== id) || !shapes) continue;
    const units = await realUnits(corpus, providerOf(matrix, id));
    if (units.length === 0) continue;
    const real = new Map<string, string>();
    for (const { place, served } of units.flatMap(({ exchanges }) => exchanges)) {
      for (const { response } of served) {
        for (const shape of shapesOf(response, opaque)) if (!real.has(shape)) real.set(shape, place);
      }
    }
    reports.push(compareShapes(id, real, shapes, reasons.columns[id]));
  }
  if (reports.length > 0) return reports;
  throw new UserError(`nothing to compare: ${provider ?? 'no provider API'} has both real traffic and cassettes`, {
    hint: `provider APIs: ${providerApiIds.join(', ')}`,
  });
}

async function cassetteShapes(opaque: ReadonlySet<string>, only?: string): Promise<Map<string, Set<string>>> {
  const byColumn = new Map<string, Set<string>>();
  for (const path of await listCassettes()) {
    const { providerApi } = parseCassettePath(path) ?? {};
    if (providerApi === undefined || (only !== undefined && only !== providerApi)) continue;
    const shapes = byColumn.get(providerApi) ?? new Set();
    byColumn.set(providerApi, shapes);
    for (const { entries } of Object.values(readCassettes(path).cassettes)) {
      for (const { response } of entries) for (const shape of shapesOf(response, opaque)) shapes.add(shape);
    }
  }
  return byColumn;
}

/** Shapes, each with the place where it was first seen. */
type SeenShapes = ReadonlyMap<string, string>;

/** What of real traffic no cassette of a column has. */
export interface ShapeReport {
  readonly providerApi: string;
  /** How many there are in real traffic. */
  readonly real: number;
  readonly missing: readonly { readonly shape: string; readonly seen: string }[];
  readonly explained: readonly { readonly shape: string; readonly reason: string }[];
  /** Reasons for what is not missing, or not there: they would hide the next one. */
  readonly needless: readonly string[];
}

/** Compares real traffic with cassettes. Pure; everything in order of name. */
export function compareShapes(
  providerApi: string,
  real: SeenShapes,
  cassettes: ReadonlySet<string>,
  reasons: Reasons = [],
): ShapeReport {
  const patterns = reasons.flatMap(({ shapes, reason }) => shapes.map((pattern) => ({ pattern, reason })));
  const absent = [...real].filter(([shape]) => !cassettes.has(shape)).sort(([a], [b]) => (a < b ? -1 : 1));
  const reasonFor = (shape: string) => patterns.find(({ pattern }) => fits(pattern, shape))?.reason;
  return {
    providerApi,
    real: real.size,
    missing: absent.flatMap(([shape, seen]) => (reasonFor(shape) === undefined ? { shape, seen } : [])),
    explained: absent.flatMap(([shape]) => {
      const reason = reasonFor(shape);
      return reason === undefined ? [] : { shape, reason };
    }),
    needless: patterns.flatMap(({ pattern }) => (absent.some(([shape]) => fits(pattern, shape)) ? [] : pattern)),
  };
}

/** Nothing is missing without a reason, and no reason is there for nothing. */
export const isWhole = ({ missing, needless }: ShapeReport): boolean => missing.length === 0 && needless.length === 0;

const fits = (pattern: string, shape: string): boolean => wildcard(pattern).test(shape);

const text = Type.String({ minLength: 1 });
const closed = { additionalProperties: false };

const Reasons = Type.Array(
  Type.Object(
    {
      shapes: Type.Array(text, { minItems: 1, description: 'As they are listed; `*` stands for anything.' }),
      reason: Type.String({ minLength: 10, description: 'Why no cassette has them.' }),
    },
    closed,
  ),
);
type Reasons = Type.Static<typeof Reasons>;

const ShapeReasons = Type.Object(
  {
    opaque: Type.Array(text, {
      description:
        'Members whose values are somebody’s own data or repeat the request: wherever they stand, or as `<owner>.<member>`.',
    }),
    columns: Type.Object(Object.fromEntries(providerApiIds.map((id) => [id, Type.Optional(Reasons)])), closed),
  },
  closed,
);

/** What of real traffic no cassette needs to have. @throws {UserError} the file is malformed. */
export const loadShapeReasons = (
  path: string = join(import.meta.dirname, 'uncovered-shapes.yaml'),
): Promise<Type.Static<typeof ShapeReasons>> => readDataFile(path, ShapeReasons, 'list of shapes without a cassette');
