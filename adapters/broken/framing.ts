/** Defects in how the bytes of a stream become events: they show only because a stream comes in pieces. */
import type { BrokenAdapter } from './break.ts';
import { inFetchedPieces } from './pieces.ts';

const text = (piece: Uint8Array): string => new TextDecoder().decode(piece);

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
];

function isWhole(event: string): boolean {
  try {
    return event === 'data: [DONE]' || (event.startsWith('data: ') && Boolean(JSON.parse(event.slice(6))));
  } catch {
    return false;
  }
}
