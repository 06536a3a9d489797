/** Defects in how the bytes of a stream become events: they show only because a stream comes in pieces. */
import type { BrokenAdapter } from './break.ts';
import { inFetchedPieces } from './pieces.ts';

const text = (piece: Uint8Array): string => new TextDecoder().decode(piece);

const framed = ['function-calling/fault-framing/stream'];

export const brokenInFraming: readonly BrokenAdapter[] = [
  {
    id: 'decodes-each-piece-alone',
    caughtBy: 'text-equals-wire',
    defect: 'A character whose bytes come in two pieces turns into replacement characters.',
    modelledOn: ['B196', 'B197'],
    shows: ['cited-answer/stream'],
    breakIt: inFetchedPieces(text),
  },
  {
    id: 'decodes-each-piece-of-arguments-alone',
    caughtBy: 'calls-equal-wire',
    defect: 'Arguments with a character that comes in two pieces hold replacement characters.',
    over: 'openai-chat',
    modelledOn: ['B196'],
    shows: ['parallel-calls/stream'],
    breakIt: inFetchedPieces(text),
  },
  {
    id: 'takes-each-piece-for-whole-events',
    caughtBy: 'errors-equal-wire',
    defect: 'An event that comes in two pieces is lost.',
    over: 'openai-chat',
    modelledOn: ['B199'],
    shows: ['single-call/stream'],
    breakIt: inFetchedPieces((piece) => {
      const events = text(piece).split('\n\n');
      return events
        .slice(0, -1)
        .filter(isWhole)
        .map((event) => `${event}\n\n`)
        .join('');
    }),
  },
  {
    id: 'forgets-the-name-of-an-event-between-pieces',
    caughtBy: 'calls-equal-wire',
    defect: 'Where a piece ends behind the line that names an event, the event is lost.',
    modelledOn: ['B020'],
    shows: ['single-call/stream'],
    breakIt: inFetchedPieces((piece) => text(piece).replace(/(^|\n)event: [^\n]*\n$/, '$1')),
  },
  {
    id: 'knows-one-line-end-only',
    caughtBy: 'errors-equal-wire',
    defect: 'Where a proxy ends lines with CRLF, no event ever ends.',
    shows: framed,
    breakIt: inFetchedPieces((piece) => text(piece).replaceAll('\r', 'x')),
  },
  {
    id: 'takes-a-comment-for-data',
    caughtBy: 'errors-equal-wire',
    defect: 'A comment that keeps the connection alive is read as part of the event.',
    shows: framed,
    breakIt: inFetchedPieces((piece) => text(piece).replaceAll(/^: (?=ping)/gm, 'data: ')),
  },
  {
    id: 'wants-a-space-behind-the-colon',
    caughtBy: 'errors-equal-wire',
    defect: 'A field whose value begins right behind the colon is lost.',
    over: 'openai-chat',
    shows: framed,
    breakIt: inFetchedPieces((piece) => text(piece).replaceAll(/^data:(?=\S)/gm, 'none:')),
  },
  {
    id: 'reads-one-line-of-an-event',
    caughtBy: 'errors-equal-wire',
    defect: 'Of data in several lines only the first is read.',
    over: 'openai-responses',
    shows: framed,
    breakIt: inFetchedPieces((piece) => text(piece).replaceAll(/^(data: ?\{\n)data:.*$/gm, '$1none:')),
  },
  {
    id: 'wants-the-name-before-the-data',
    caughtBy: 'errors-equal-wire',
    defect: 'The name of an event is lost where it stands behind the data.',
    shows: framed,
    breakIt: inFetchedPieces((piece) => text(piece).replaceAll(/(^data: .*\n)event: .*$/gm, '$1')),
  },
];

function isWhole(event: string): boolean {
  try {
    return event === 'data: [DONE]' || (event.startsWith('data: ') && Boolean(JSON.parse(event.slice(6))));
  } catch {
    return false;
  }
}
