import { place } from '../../files/place.ts';
import type { ProviderApi } from '../../matrix/model.ts';
import type { Cassette } from '../../recordings/format/cassette.ts';
import type { Exchange } from '../../recordings/format/exchange.ts';
import { parseCassettePath } from '../../recordings/format/location.ts';
import type { ScrubbedRequest } from '../../recordings/scrub/scrub.ts';
import { classify } from '../../recordings/transport/match.ts';
import { adapterId, type Case } from '../../spec/engine/case.ts';
import { cassettesOf } from '../../spec/engine/cassettes-of.ts';
import { expand } from '../../spec/engine/expand.ts';
import { statedOf, unfulfilled } from '../../spec/engine/expectations.ts';
import { replaySettings } from '../../spec/engine/settings.ts';
import type { ExpectedFact } from '../../spec/scenarios/schema.ts';
import { readableProviderApis, wireReaderFor } from '../../spec/wire/index.ts';
import type { WireReader } from '../../spec/wire/reader.ts';
import type { DataContext, DataProblem } from './area.ts';

/**
 * Recordings that lack a fact which their scenario states. Nothing is played, so that it is not known which call of the client
 * an exchange belongs to: a fact may stand anywhere in the recording. What a run finds is stricter.
 */
export async function unmetExpectations(
  cassettes: ReadonlyMap<string, Cassette>,
  { matrix, scenarios }: Pick<DataContext, 'matrix' | 'scenarios'>,
  folder: string,
): Promise<DataProblem[]> {
  const byApi = Map.groupBy(cassettes, ([path]) => parseCassettePath(path, folder)?.providerApi ?? '');
  const found = [...byApi].map(async ([api, own]) => {
    const column = matrix.providers.find(({ id }) => id === api);
    if (!column || !readableProviderApis.includes(api)) return [];
    const reader = await wireReaderFor(api);
    const anyAdapter = { id: adapterId('any', column.id), implementation: 'any', providerApi: column.id };
    const cases = expand(matrix, scenarios, [anyAdapter]).filter(({ kind }) => kind === 'scenario');
    const byPath = new Map(cases.flatMap((c) => cassettesOf(c, column, folder).map(({ path }) => [path, c] as const)));
    return own.flatMap(([path, cassette]) => {
      const theCase = byPath.get(path);
      return theCase ? unmet(path, cassette, theCase, column, reader) : [];
    });
  });
  return (await Promise.all(found)).flat();
}

function unmet(
  path: string,
  cassette: Cassette,
  theCase: Case,
  column: ProviderApi,
  reader: WireReader,
): DataProblem[] {
  const where = place(path);
  const exchanges = exchangesIn(cassette, theCase, column);
  if (typeof exchanges === 'string') {
    return [
      {
        rule: 'recording-is-whole',
        where,
        message: exchanges,
        hint: `mend the request, or the operations of matrix/providers/${column.id}.json`,
      },
    ];
  }
  const calls = reader.callsOf?.(exchanges) ?? exchanges.map((exchange) => [exchange]);
  const facts = calls.flatMap((call, i) => reader.readResponses(call, calls.slice(0, i).flat()).facts);
  const stated = theCase.scenario.expect.flatMap((_, call) => statedOf(theCase, call) ?? []);
  // One that takes as many as there are takes those of all calls.
  const isMany = (fact: ExpectedFact) => fact.kind === 'action-call' && fact.many === true;
  const expected = stated.filter((fact, i) => !isMany(fact) || !stated.slice(0, i).some(isMany));
  const [first] = unfulfilled(expected, facts).filter((problem) => problem.startsWith('expected '));
  if (first === undefined) return [];
  const hint = `record it again, or mend "expect" of "${theCase.scenario.id}" in spec/scenarios/${theCase.tool}.yaml`;
  return [{ rule: 'recording-fulfils-its-scenario', where, message: first, hint }];
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
