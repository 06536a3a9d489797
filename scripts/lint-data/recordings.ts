import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { readText } from '../../lib/data-file.ts';
import { yamlLines } from '../../lib/parse-json-yaml.ts';
import { displayPath } from '../../lib/user-error.ts';
import type { ProviderApi } from '../../matrix/model.ts';
import { type Cassette, type Cassettes, transports } from '../../recordings/format/cassette.ts';
import {
  cassetteNames,
  harHint,
  listCassettes,
  parseCassettePath,
  parseRecordingName,
  recordingHint,
  recordingName,
} from '../../recordings/format/cassette-path.ts';
import type { Exchange } from '../../recordings/format/exchange.ts';
import { MissingCassetteError, readCassettes } from '../../recordings/format/store.ts';
import { type ScrubbedRequest, scrubCassette } from '../../recordings/scrub/scrub.ts';
import { classify } from '../../recordings/transport/match-request.ts';
import { mayBeUnstored, setupKinds, unstored } from '../../spec/client-setups/client-setups.ts';
import { adapterId, type Case } from '../../spec/engine/case.ts';
import { type CaseCassette, cassettesOf } from '../../spec/engine/case-cassettes.ts';
import { expectedFacts, unmetExpectations } from '../../spec/engine/decide-verdict.ts';
import { expand } from '../../spec/engine/expand.ts';
import { orphanedCassettes, playableRecordings } from '../../spec/engine/orphaned-files.ts';
import { replaySettings } from '../../spec/engine/replay-settings.ts';
import { loadScenarioFile, recordedScenarios, scenarioPlaces } from '../../spec/scenarios/load.ts';
import type { ExpectedFact } from '../../spec/scenarios/schema.ts';
import { departures } from '../../spec/wire/conditions.ts';
import { wireReaderFor } from '../../spec/wire/index.ts';
import { asArray, asObject, parseJson } from '../../spec/wire/json.ts';
import type { WireReader } from '../../spec/wire/reader.ts';
import { answerViolations } from '../../spec/wire/rules/answers.ts';
import { deviationsAt } from '../../spec/wire/schemas/column.ts';
import { type DataArea, type DataContext, type DataProblem, problemOf } from './area.ts';

/**
 * Recordings that lack a fact which their scenario states. Nothing is played, so that it is not known which call of the client
 * an exchange belongs to: a fact may stand anywhere in the recording. What a run finds is stricter.
 *
 * @param cassettes by the names of recordings
 */
async function unmetExpectationProblems(
  cassettes: ReadonlyMap<string, Cassette>,
  { matrix, scenarios }: Pick<DataContext, 'matrix' | 'scenarios'>,
  folder: string,
): Promise<DataProblem[]> {
  const byApi = Map.groupBy(cassettes, ([name]) => name.split('/')[0] ?? '');
  const found = [...byApi].map(async ([api, own]) => {
    const column = matrix.providers.find(({ id }) => id === api);
    if (!column) return [];
    const reader = await wireReaderFor(api);
    const anyAdapter = { id: adapterId('any', column.id), implementation: 'any', providerApi: column.id };
    const cases = expand(matrix, scenarios, [anyAdapter]).filter(({ kind }) => kind === 'scenario');
    const byName = new Map(cases.flatMap((c) => cassettesOf(c, column, folder).map(({ name }) => [name, c] as const)));
    return own.flatMap(([name, cassette]) => {
      const theCase = byName.get(name);
      return theCase ? unmet(name, folder, cassette, theCase, column, reader) : [];
    });
  });
  return (await Promise.all(found)).flat();
}

function unmet(
  name: string,
  folder: string,
  cassette: Cassette,
  theCase: Case,
  column: ProviderApi,
  reader: WireReader,
): DataProblem[] {
  const { file, transport } = parseRecordingName(name);
  const where = displayPath(join(folder, file));
  const exchanges = exchangesIn(cassette, theCase, column);
  if (typeof exchanges === 'string') {
    return [
      {
        rule: 'recording-is-whole',
        where,
        message: `${transport}: ${exchanges}`,
        hint: `correct the request, or the operations of matrix/provider-apis/${column.id}.json`,
      },
    ];
  }
  const [departure] = exchanges.flatMap((exchange, i) =>
    departures(reader.conditions ?? [], exchange, exchanges.slice(0, i)).map((one) => ({ ...one, entry: i + 1 })),
  );
  if (departure) {
    const { entry, message, source } = departure;
    const hint = `the service responds differently: ${source.title}${source.url ? ` (${source.url})` : ''}; correct the response, or the request`;
    return [
      { rule: 'answer-belongs-to-its-request', where, message: `${transport}, entry ${entry}: ${message}`, hint },
    ];
  }
  const [broken] = exchanges.flatMap((exchange, i) =>
    answerViolations(reader, exchange, exchanges.slice(0, i))
      .filter(
        ({ path }) => deviationsAt(reader.schemas?.deviations ?? [], file.replace(/\.json$/, ''), path).length === 0,
      )
      .map((one) => ({ ...one, entry: i + 1 })),
  );
  if (broken) {
    const { entry, message, path, rule } = broken;
    const hint = `${rule.what} (${rule.evidence.title}); correct the response, or list the place in spec/wire/schemas/deviations.yaml`;
    return [
      { rule: 'answer-keeps-its-rules', where, message: `${transport}, entry ${entry}: ${path}: ${message}`, hint },
    ];
  }
  const calls = reader.callsOf?.(exchanges) ?? exchanges.map((exchange) => [exchange]);
  const facts = calls.flatMap((call, i) => reader.readResponses(call, calls.slice(0, i).flat()).facts);
  const stated = theCase.scenario.expect.flatMap((_, call) => expectedFacts(theCase, call) ?? []);
  // One that takes as many as there are takes those of all calls.
  const isMany = (fact: ExpectedFact) => fact.kind === 'action-call' && fact.many === true;
  const expected = stated.filter((fact, i) => !isMany(fact) || !stated.slice(0, i).some(isMany));
  const [first] = unmetExpectations(expected, facts).filter((problem) => problem.startsWith('expected '));
  if (first === undefined) return [];
  const hint = `record it again, or correct "expect" of "${theCase.scenario.id}" in spec/scenarios/${theCase.tool}.yaml`;
  return [{ rule: 'recording-fulfils-its-scenario', where, message: `${transport}: ${first}`, hint }];
}

/**
 * Kinds of items that responses have and that no conversation sends back, though it could: only there is seen whether an adapter loses one.
 * Concerns the APIs whose conversations are also played as ones that are not stored.
 */
function itemsNotSentBack(
  cassettes: ReadonlyMap<string, Cassette>,
  { matrix, scenarios }: Pick<DataContext, 'matrix' | 'scenarios'>,
  folder: string,
): DataProblem[] {
  const [family] = setupKinds.filter(({ unstoredOn }) => unstoredOn);
  return matrix.providers.flatMap((column) => {
    const unknown = family?.unstoredOn?.get(column.id);
    if (!unknown) return [];
    const anyAdapter = { id: adapterId('any', column.id), implementation: 'any', providerApi: column.id };
    const first = new Map<string, string>();
    const sent = new Set<string>();
    for (const c of expand(matrix, scenarios, [anyAdapter])) {
      const [{ name, path, transport }] = cassettesOf(c, column, folder);
      if (c.kind !== 'scenario' || transport !== 'json' || !mayBeUnstored(c.scenario, unknown)) continue;
      const outputs = (cassettes.get(name)?.entries ?? []).flatMap(({ response }) => itemTypesOf(response.body.text));
      for (const type of outputs.flat()) first.set(type, first.get(type) ?? path);
      const { goesOn } = unstored(c.scenario) ?? {};
      for (const type of outputs.slice(0, goesOn ? undefined : -1).flat()) sent.add(type);
    }
    return [...first].flatMap(([type, path]): DataProblem[] => {
      if (sent.has(type)) return [];
      const message = `no conversation of ${column.id} sends an item of type "${type}" back`;
      const hint = 'let a scenario with it go on: a further turn, or an end with the finish reason "stop"';
      return [{ rule: 'item-goes-back', where: displayPath(path), message, hint }];
    });
  });
}

/** Types of the items of a response, in a list of its own; none of anything else. */
function itemTypesOf(text: string): string[][] {
  const output = asArray(asObject(parseJson(text))?.output);
  return output ? [output.map((item) => String(asObject(item)?.type))] : [];
}

/** A recording as exchanges of its column; or why it is none. */
function exchangesIn({ entries }: Cassette, { scenario }: Case, column: ProviderApi): Exchange[] | string {
  const { baseUrl } = replaySettings(column, scenario);
  const exchanges: Exchange[] = [];
  for (const [i, { request, response }] of entries.entries()) {
    const found = classify(request as ScrubbedRequest, column.operations, baseUrl);
    if ('reason' in found) return `entry ${i}: ${found.reason}`;
    exchanges.push({ operation: found.operation.id, transport: found.transport, request, response });
  }
  return exchanges;
}

/** Recordings: named as they are found, whole, scrubbed, played by some case, and holding what their scenarios expect. */
export const cassettesArea: DataArea = {
  name: 'recordings',
  places: ['recordings/cassettes'],
  lint: async (context) => {
    const { matrix, scenarios, root, isAsked } = context;
    const folder = join(root, 'recordings/cassettes');
    const files = await listCassettes(folder);
    const paths = files.filter(isAsked);
    const all = playableRecordings(matrix, scenarios, folder);
    const playable = Map.groupBy(all, ({ path }) => path);
    const read = new Map<string, Cassette>();
    const problems = paths.flatMap((path) => {
      const { cassettes, problems: own } = lookedAt(path, folder);
      for (const transport of transports) {
        const cassette = cassettes?.[transport];
        if (cassette) read.set(recordingName(path, transport, folder), cassette);
        const cases = playable.get(path);
        if (!cassette || !cases || cases.some((each) => each.transport === transport)) continue;
        const message = `no case uses its ${transport} recording`;
        own.push({
          rule: 'recording-is-played',
          where: displayPath(path),
          message,
          hint: `remove its member "${transport}"`,
        });
      }
      return own;
    });
    const orphaned = (await orphanedCassettes(matrix, scenarios, folder, all))
      .map(({ place: where, message, hint }): DataProblem => ({ rule: 'recording-is-played', where, message, hint }))
      .filter(({ where }) => paths.some((path) => displayPath(path) === where));
    const unsent = paths.length === files.length ? itemsNotSentBack(read, context, folder) : [];
    return [...problems, ...orphaned, ...(await unmetExpectationProblems(read, context, folder)), ...unsent];
  },
};

function lookedAt(path: string, folder: string): { readonly cassettes?: Cassettes; readonly problems: DataProblem[] } {
  const where = displayPath(path);
  if (!parseCassettePath(path, folder)) {
    const hint = path.endsWith('.har') ? harHint(path, folder) : `call it ${cassetteNames}, or remove it`;
    return { problems: [{ rule: 'recording-has-a-name', where, message: 'no recording is called so', hint }] };
  }
  try {
    const { cassettes } = readCassettes(path, folder);
    const isScrubbed = Object.values(cassettes).every((each) => isDeepStrictEqual(scrubCassette(each), each));
    if (isScrubbed) return { cassettes, problems: [] };
    const message = 'seems to contain a secret, or a value that changes with every recording';
    const hint = 'never commit it: take the secret back at the provider, then record again with npm run atc -- record';
    return { cassettes, problems: [{ rule: 'recording-is-scrubbed', where, message, hint }] };
  } catch (error) {
    return { problems: [problemOf('recording-is-whole', error, where)] };
  }
}

/** Scenarios, held against the matrix and the recordings: each is played where it says, and has what to play. */
export const scenariosArea: DataArea = {
  name: 'scenarios',
  places: ['spec/scenarios', 'spec/provider-apis'],
  lint: async (context) => [...(await listed(context)), ...(await unrecorded(context))],
};

/** Scenarios that nothing plays, and provider APIs that are named for nothing: they have a recording, or lack the tool. */
async function listed({ matrix, root }: DataContext): Promise<DataProblem[]> {
  const recorded = await recordedScenarios(join(root, 'recordings/cassettes'));
  const found = scenarioPlaces(join(root, 'spec/scenarios')).map(async ({ path, providerApi }) => {
    const { tool, scenarios } = await loadScenarioFile(path);
    const lineOf = linesOf(path);
    return scenarios.flatMap(({ id, providerApis, abort }, i): DataProblem[] => {
      const there = recorded.get(`${tool}/${id}`);
      if (providerApi !== undefined) {
        const other = [...(there ?? [])].find((api) => api !== providerApi);
        if (other === undefined) return [];
        const message = `"${id}" is ${providerApi}’s own, and ${other} has a recording of it`;
        const hint = `move it to spec/scenarios/${tool}.yaml`;
        return [{ rule: 'scenario-is-own', where: lineOf(['scenarios', i]), message, hint }];
      }
      if (abort === undefined && !there && !providerApis) {
        const message = `scenario "${id}" never runs: no provider API has a recording of it`;
        const hint = 'record it; name the provider APIs that can run it: providerApis: [<id>, …]';
        return [{ rule: 'scenario-is-played', where: lineOf(['scenarios', i]), message, hint }];
      }
      return (providerApis ?? []).flatMap((api, j): DataProblem[] => {
        // Lines are only looked for where something is wrong: the file is parsed for them.
        const where = () => lineOf(['scenarios', i, 'providerApis', j]);
        if (there?.has(api)) {
          const message = `"${id}" names ${api}, which has a recording of it and needs no naming`;
          return [{ rule: 'scenario-names-the-unrecorded', where: where(), message, hint: `take ${api} out` }];
        }
        const support =
          tool === 'break-glass' ? 'yes' : matrix.providers.find((p) => p.id === api)?.cells[tool].support;
        if (support === 'yes' || support === 'partial') return [];
        const message = `scenario "${id}" never runs on ${api}: the matrix says "${support}" for ${tool}`;
        const hint = `remove ${api}, or correct cells.${tool} of matrix/provider-apis/${api}.json`;
        return [{ rule: 'scenario-is-played', where: where(), message, hint }];
      });
    });
  });
  return (await Promise.all(found)).flat();
}

/** A scenario that is to be played and has no recording ends as `not-testable`. */
async function unrecorded({ matrix, scenarios, root, isAsked }: DataContext): Promise<DataProblem[]> {
  const folder = join(root, 'recordings/cassettes');
  const places = scenarioPlaces(join(root, 'spec/scenarios')).filter(({ path }) => isAsked(path));
  const tools = new Set(places.map(({ path }) => basename(path, '.yaml')));
  const missing = new Map<string, DataProblem>();
  for (const column of matrix.providers) {
    const anyAdapter = { id: adapterId('any', column.id), implementation: 'any', providerApi: column.id };
    for (const file of scenarios.filter(({ tool }) => tools.has(tool))) {
      for (const c of expand(matrix, [file], [anyAdapter])) {
        const [recording] = cassettesOf(c, column, folder);
        const { name, path, transport, shown } = recording;
        // Of fault cases and set-ups it is the recordings of the conversations that they play again.
        if (c.kind === 'fault' || c.kind === 'client-setup' || missing.has(name) || !isMissing(recording)) continue;
        missing.set(name, {
          rule: 'scenario-has-recordings',
          where: await writtenAt(c, root),
          message: `"${c.scenario.id}" has no recording at ${shown}`,
          hint: recordingHint(path, transport, folder),
        });
      }
    }
  }
  return [...missing.values()];
}

/** One that cannot be read is there. */
function isMissing({ file }: CaseCassette): boolean {
  try {
    file();
    return false;
  } catch (error) {
    return error instanceof MissingCassetteError;
  }
}

/** Where the scenario of a case is written: in the file of all, or in that of its provider API; where it is generated, the tool of the former. */
async function writtenAt({ scenario: { id }, adapter, tool }: Case, root: string): Promise<string> {
  for (const { path, providerApi = adapter.providerApi } of scenarioPlaces(join(root, 'spec/scenarios'))) {
    if (providerApi !== adapter.providerApi || basename(path) !== `${tool}.yaml`) continue;
    const i = (await loadScenarioFile(path)).scenarios.findIndex((scenario) => scenario.id === id);
    if (i >= 0) return linesOf(path)(['scenarios', i]);
  }
  return linesOf(join(root, 'spec/scenarios', `${tool}.yaml`))(['tool']);
}

/** Lines of a scenario file; read where something is wrong alone. */
function linesOf(path: string): (keys: readonly (string | number)[]) => string {
  let lineOf: ReturnType<typeof yamlLines> | undefined;
  return (keys) => {
    lineOf ??= yamlLines(readText(path, 'scenario file'));
    return `${displayPath(path)}:${lineOf(keys)}`;
  };
}
