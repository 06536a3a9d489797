import { describe, expect, it } from 'vitest';
import type { Operation } from '../../matrix/schema.ts';
import { collapseBody, expandBody } from '../../recordings/format/body.ts';
import { headerOf } from '../../recordings/format/exchange.ts';
import { scrubResponse } from '../../recordings/scrub/scrub.ts';
import { eventFrames } from '../wire/events.ts';
import { listCorpus, readUnit } from './files.ts';
import { loadFolders } from './folders.ts';
import { toExchanges } from './to-exchange.ts';

const corpus = await listCorpus(process.env.CORPUS_DIR, await loadFolders());

/** Takes every request: which operation it is does not matter here. */
const anything = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(
  (_, i, letters): Operation => ({
    id: 'any',
    method: 'POST',
    urlTemplates: [
      letters
        .slice(0, i + 1)
        .map((letter) => `/{${letter}}`)
        .join(''),
    ],
    transports: ['eventstream'],
    description: 'any',
  }),
);
const home = { baseUrl: 'https://api.example.org', operations: anything };

const ofBedrock = corpus.known.filter(({ folder }) => folder.providerApi.startsWith('bedrock-'));

describe.each([...Map.groupBy(ofBedrock, ({ folder }) => folder.folder)])('%s', (_, parts) => {
  it('every frame is written and read again: headers, payloads, cassette, nothing to scrub twice', async () => {
    let frames = 0;
    for (const { directory, folder, name } of parts.flatMap(({ files, ...part }) =>
      files.map((name) => ({ ...part, name })),
    )) {
      const { file } = await readUnit(directory, folder, name);
      for (const recorded of file.exchanges.filter(({ response }) => response.frames)) {
        const exchanges = toExchanges(recorded, folder, home);
        if ('reason' in exchanges) throw new Error(exchanges.reason);
        const { response } = exchanges[0] ?? expect.fail('no exchange');
        const read = eventFrames(response.body);
        expect(read).toEqual({
          frames: recorded.response.frames?.map(({ headers, json, text, base64 }) => ({
            headers,
            payload: json ?? text ?? base64 ?? '',
          })),
        });
        const listed = expandBody(response.body, headerOf(response, 'content-type') ?? '');
        expect(listed.frames).toHaveLength(read.frames.length);
        expect(collapseBody(listed)).toEqual(response.body);
        const clean = scrubResponse(response);
        expect(eventFrames(clean.body).frames).toHaveLength(read.frames.length);
        expect(scrubResponse(clean)).toEqual(clean);
        frames += read.frames.length;
      }
    }
    expect(frames).toBeGreaterThan(0);
  });
});
