import { writeFile } from 'node:fs/promises';
import { parseData, readText } from '../../../lib/data-file.ts';
import { readIfExists } from '../../../lib/read-regular-file.ts';
import { type Matrix, providerOf } from '../../../matrix/model.ts';
import { cassettesFolder } from '../../../recordings/format/cassette-path.ts';
import type { WireTransport } from '../../../recordings/format/exchange.ts';
import { comparedIssue } from '../../../reports/compare/compare.ts';
import type { Case } from '../../../spec/engine/case.ts';
import { cassettesOf } from '../../../spec/engine/case-cassettes.ts';
import { expand } from '../../../spec/engine/expand.ts';
import {
  caseName,
  indexOf,
  type KnownIssue,
  listedIssues,
  verdictByIssues,
} from '../../../spec/engine/known-issues.ts';
import { readPlanned } from '../../../spec/engine/plan.ts';
import { type RevisionOutcomes, RevisionRequest, type RevisionState, Versioned } from './schema.ts';
import { revisionFormatVersion } from './version.ts';

/**
 * Answers one request of another revision's gate. A request of another version gets this version alone: the gate then knows that
 * the two cannot be compared.
 *
 * @param requestFile where the request is
 * @param responseFile where the response is written
 * @throws {UserError} the request or a file of this project is malformed, or nothing could be run.
 */
export async function respond(requestFile: string, responseFile: string): Promise<void> {
  await writeFile(responseFile, JSON.stringify(await responseTo(readText(requestFile, 'request'), requestFile)));
}

async function responseTo(text: string, path: string): Promise<unknown> {
  const { version } = parseData(text, path, Versioned, 'request');
  if (version !== revisionFormatVersion) return { version: revisionFormatVersion };
  const { thorough, run } = parseData(text, path, RevisionRequest, 'request');
  return run ? runForGate(run, thorough) : readState(thorough);
}

/** Runs cases, for the gate of another revision. Results and report go to the folder of the request. */
async function runForGate(
  { cases, out, asOf, transport }: NonNullable<RevisionRequest['run']>,
  thorough: boolean,
): Promise<RevisionOutcomes> {
  const selection = { cases: [] };
  // The state of a revision is asked for much more often: it needs none of this.
  const { run } = await import('../../run/run.ts');
  const ran = await run({ selection, cases, asOf, transport, thorough, folder: out, say: () => {} });
  await ran?.written;
  return {
    version: revisionFormatVersion,
    cases: (ran?.results.cases ?? []).map(({ id, verdict, reason, knownIssues, evidence }) => ({
      id,
      verdict,
      ...(reason === undefined ? {} : { reason }),
      ...(knownIssues === undefined ? {} : { knownIssues }),
      evidence,
    })),
    problems: (ran?.results.problems ?? []).map((problem) => ({ ...problem })),
  };
}

/**
 * Reads the state of this project, for the gate of another revision.
 *
 * @throws {UserError} a file of the matrix, the scenarios or the known issues is malformed.
 */
async function readState(thorough: boolean): Promise<RevisionState> {
  const { matrix, scenarios, adapters } = await readPlanned();
  const issues = await listedIssues(adapters);
  const byAdapter = Map.groupBy(issues, ({ adapter }) => adapter);
  const indexes = new Map([...byAdapter].map(([adapter, own]) => [adapter, indexOf(own)]));
  const grades = new Map<string, GradeOf>();
  const gradeOf = (path: string, transport: WireTransport) => {
    const known = grades.get(path) ?? gradesIn(path);
    grades.set(path, known);
    return known(transport);
  };
  return {
    version: revisionFormatVersion,
    adapters: adapters.map(({ id, implementation, providerApi }) => ({ id, implementation, providerApi })),
    matrix: claimsOf(matrix),
    knownIssues: issues.map((issue) => structuredClone(comparedIssue(issue))) as NonNullable<
      RevisionState['knownIssues']
    >,
    cases: expand(matrix, scenarios, adapters, thorough).map((c) => {
      const known = knownOf(
        indexes
          .get(c.adapter.id)
          ?.get(caseName(c.id))
          ?.map(({ issue }) => issue) ?? [],
      );
      const evidence = evidenceOf(c, matrix, gradeOf);
      return {
        id: c.id,
        kind: c.kind,
        ...(c.scenario.tier ? { tier: c.scenario.tier } : {}),
        ...(c.fault?.family.isLong ? { thorough: true } : {}),
        ...(known ? { known } : {}),
        ...(Object.keys(evidence).length > 0 ? { evidence } : {}),
      };
    }),
  };
}

/** What a case comes to by the known issues that cover it, where something that they cover fails it. */
function knownOf(issues: readonly KnownIssue[]): RevisionState['cases'][number]['known'] {
  if (issues.length === 0) return undefined;
  return {
    verdict: verdictByIssues(issues),
    reason: issues.map(({ title }) => title).join('; '),
    knownIssues: issues.map(({ id }) => id),
  };
}

type Grade = 'live' | 'documented';
type GradeOf = (transport: WireTransport) => Grade | undefined;

const claimsOf = ({ tools, providers }: Matrix): RevisionState['matrix'] => ({
  tools: tools.map(({ id }) => ({ id })),
  providers: providers.map(({ id, cells }) => ({
    id,
    cells: Object.fromEntries(
      Object.entries(cells).map(([tool, { support, lifecycle }]) => [
        tool,
        { support, ...(lifecycle ? { lifecycle } : {}) },
      ]),
    ),
  })),
});

/** Only these cases have a recording of their own that the results name. */
const replayed: ReadonlySet<Case['kind']> = new Set(['scenario', 'declaration', 'abort']);

function evidenceOf(
  c: Case,
  matrix: Matrix,
  gradeOf: (path: string, transport: WireTransport) => Grade | undefined,
): Readonly<Record<string, Grade>> {
  if (!replayed.has(c.kind)) return {};
  const found = cassettesOf(c, providerOf(matrix, c.adapter.providerApi)).flatMap(({ transport, path }) => {
    const grade = gradeOf(path, transport);
    return grade ? [[transport, grade] as const] : [];
  });
  return Object.fromEntries(found);
}

/** The grades of a cassette file; none where it is missing or malformed. To read and check all of it takes ten times as long. */
function gradesIn(path: string): GradeOf {
  const bytes = readIfExists(path, 'cassette', { within: cassettesFolder });
  if (!bytes) return () => undefined;
  try {
    const file = JSON.parse(bytes.toString('utf8'));
    return (transport) => {
      const own = file?.[transport];
      const evidence: unknown = own && (own.provenance ?? file.provenance)?.evidence;
      return evidence === 'live' || evidence === 'documented' ? evidence : undefined;
    };
  } catch {
    return () => undefined;
  }
}
