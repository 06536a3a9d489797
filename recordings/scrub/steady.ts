import type { Cassette, CassetteEntry } from '../format/cassette.ts';
import { isEventStream } from '../format/event-stream.ts';
import { type Body, headerOf } from '../format/exchange.ts';
import { changeInEncoded, changeInFrames } from './inside.ts';
import { steadyIds } from './steady-ids.ts';
import { steadyTimes } from './steady-times.ts';

/**
 * A cassette without what is another one every time and says nothing: ids that a provider makes up are counted, times follow each
 * other by the second. Both keep form and length, and what was equal stays equal, so that a call and its result still belong together.
 * Recording the same conversation again then changes no byte. Doing it twice changes nothing.
 */
export function steady(cassette: Cassette): Cassette {
  const renamings = [steadyIds(), steadyTimes()];
  for (const { request, response } of cassette.entries) {
    for (const renaming of renamings) {
      for (const text of [request.url, ...textsOf(request.body, headerOf(request, 'content-type'))])
        renaming.sent(text);
      for (const text of textsOf(response.body, headerOf(response, 'content-type'))) renaming.answered(text);
    }
  }
  const renamed = (text: string) => renamings.reduce((so, renaming) => renaming.renamed(so), text);
  return { ...cassette, entries: cassette.entries.map((entry) => entryRenamed(entry, renamed)) };
}

type Change = (text: string) => string;

function entryRenamed({ request, response, ...rest }: CassetteEntry, change: Change): CassetteEntry {
  return {
    ...rest,
    request: {
      ...request,
      url: change(request.url),
      ...(request.body ? { body: bodyRenamed(request.body, headerOf(request, 'content-type'), change) } : {}),
    },
    response: { ...response, body: bodyRenamed(response.body, headerOf(response, 'content-type'), change) },
  };
}

/** Of bytes that are no text, only the frames of AWS event streams are looked into. */
function bodyRenamed(body: Body, type: string | undefined, change: Change): Body {
  const inside = (text: string) => change(changeInEncoded(text, change));
  if (isEventStream(type ?? '')) return changeInFrames(body, inside);
  return body.encoding ? body : { text: inside(body.text) };
}

function textsOf(body: Body | undefined, type: string | undefined): string[] {
  const texts: string[] = [];
  if (body) {
    bodyRenamed(body, type, (text) => {
      texts.push(text);
      return text;
    });
  }
  return texts;
}
