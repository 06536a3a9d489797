import { type BrokenAdapter, inSentContents, withDefects } from './break.ts';
import { inSentBody } from './on-the-wire.ts';

/** Defects in what the user shows. */
export const brokenInAttachments: readonly BrokenAdapter[] = [
  {
    id: 'drops-papers',
    caughtBy: 'attachments-on-the-wire',
    defect: 'Pictures arrive, and documents beside them are left out without a word.',
    shows: ['papers-at-hand/complete', 'papers-at-an-address/stream'],
    breakIt: withDefects(
      inSentContents((contents) => contents.filter((c) => !('mediaType' in c && c.mediaType === 'application/pdf'))),
    ),
  },
  {
    id: 'calls-every-picture-a-jpeg',
    caughtBy: 'attachments-on-the-wire',
    defect: 'The media type of pictures is fixed, so that a PNG goes out as a JPEG and is refused or misread.',
    over: 'openai-responses',
    shows: ['papers-at-hand/complete', 'papers-at-hand/stream'],
    onTheWire: inSentBody((body) => JSON.parse(JSON.stringify(body).replaceAll('data:image/png', 'data:image/jpeg'))),
  },
];
