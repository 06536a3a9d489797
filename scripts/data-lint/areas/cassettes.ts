import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { place } from '../../../files/place.ts';
import type { Cassette } from '../../../recordings/format/cassette.ts';
import { listCassettes, parseCassettePath } from '../../../recordings/format/location.ts';
import { readCassetteFile } from '../../../recordings/format/read.ts';
import { scrubCassette } from '../../../recordings/scrub/scrub.ts';
import { orphanedCassettes } from '../../../spec/engine/orphans.ts';
import { type DataArea, type DataProblem, problemOf } from '../area.ts';
import { unmetExpectations } from '../unmet-expectations.ts';

/** Recordings: named as they are found, whole, scrubbed, played by some case, and holding what their scenarios expect. */
export const cassettesArea: DataArea = {
  name: 'recordings',
  places: ['recordings/cassettes'],
  lint: async (context) => {
    const folder = join(context.root, 'recordings/cassettes');
    const paths = (await listCassettes(folder)).filter(context.isAsked);
    const read = new Map<string, Cassette>();
    const problems = paths.flatMap((path) => {
      const { cassette, problems: own } = lookedAt(path, folder);
      if (cassette) read.set(path, cassette);
      return own;
    });
    const orphaned = (await orphanedCassettes(context.matrix, context.scenarios, folder))
      .map(({ place: where, message, hint }): DataProblem => ({ rule: 'recording-is-played', where, message, hint }))
      .filter(({ where }) => paths.some((path) => place(path) === where));
    return [...problems, ...orphaned, ...(await unmetExpectations(read, context, folder))];
  },
};

function lookedAt(path: string, folder: string): { cassette?: Cassette; problems: DataProblem[] } {
  const where = place(path);
  if (!parseCassettePath(path, folder)) {
    const hint = 'call it <provider-api>/<tool>/<scenario>.<json|sse|eventstream>.har, or remove it';
    return { problems: [{ rule: 'recording-has-a-name', where, message: 'no recording is called so', hint }] };
  }
  try {
    const { cassette } = readCassetteFile(path, folder);
    if (isDeepStrictEqual(scrubCassette(cassette), cassette)) return { cassette, problems: [] };
    const message = 'holds what looks like a secret, or what changes with every recording';
    const hint = 'never commit it: take the secret back at the provider, then record again with npm run atc -- record';
    return { cassette, problems: [{ rule: 'recording-is-scrubbed', where, message, hint }] };
  } catch (error) {
    return { problems: [problemOf('recording-is-whole', error, where)] };
  }
}
