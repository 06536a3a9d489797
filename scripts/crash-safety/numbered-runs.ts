import type { Cassette } from '../../recordings/format/cassette.ts';
import type { Assembled } from '../../reports/results/assemble.ts';
import { caseResult, resultsOf } from '../../reports/results/fixtures/run-of-cases.ts';
import { type KillMatrix, killMatrixVersion } from '../../spec/kill-matrix/schema.ts';
import { type EvidenceLine, evidenceLine } from '../../spec/results/evidence-line.ts';

/**
 * What is written again and again, each time another and told by its number: large, so that writing it lasts. It needs no
 * library, so that a process that writes it is soon at work.
 */

/** How many cases a run has. */
export const cases = 6;

const filler = (generation: number, length: number): string => `${generation} `.padEnd(length, `${generation % 10}…`);

/** A run with its number in every file. */
export function runOf(generation: number): { readonly run: Assembled; readonly views: Record<string, string> } {
  const evidence = Array.from({ length: cases }, (_, n) => seenOf(`${n}`, generation));
  return {
    run: {
      results: resultsOf(
        evidence.map(({ sha256 }, n) => ({
          ...caseResult,
          id: `sample-anthropic/function-calling/s${n}/complete`,
          scenario: `s${n}`,
          title: `${generation}`,
          evidenceSha256: sha256,
        })),
      ),
      evidence: new Map(evidence.map(({ sha256, bytes }) => [sha256, bytes])),
      timings: { version: 5, milliseconds: { [filler(generation, 20_000)]: 1 } },
    },
    views: { 'index.html': filler(generation, 500_000) },
  };
}

const seenOf = (id: string, generation: number): EvidenceLine =>
  evidenceLine({
    version: 2,
    case: id,
    mode: 'complete',
    provenance: filler(generation, 30_000),
    steps: [],
    unconsumed: [],
    late: [],
    connections: { attempts: 0, refused: [] },
  });

/** A cassette with its number in its note. */
export const cassetteOf = (generation: number): Cassette => ({
  provenance: { evidence: 'documented', sources: [{ title: 'an example' }], note: `${generation}` },
  entries: [
    {
      request: { method: 'POST', url: 'https://api.example/v1/messages', headers: [] },
      response: { status: 200, headers: [['content-type', 'text/plain']], body: { text: filler(generation, 500_000) } },
    },
  ],
});

/** A kill matrix with its number in what is broken. */
export const killMatrixOf = (generation: number): KillMatrix => ({
  version: killMatrixVersion,
  broken: 1,
  caught: 1,
  checks: 1,
  idleChecks: [],
  rules: 0,
  idleRules: [],
  missed: [],
  kills: [],
  matrix: [
    {
      id: 'broken',
      defect: filler(generation, 1_000_000),
      providerApi: 'anthropic',
      phase: 'stream',
      caughtBy: 'returns-function-calls',
      caught: true,
      from: [],
      cases: [],
    },
  ],
});
