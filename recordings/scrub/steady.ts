import type { Cassette } from '../format/cassette.ts';
import { changeMessage, textsOf } from './change-message.ts';
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
      for (const text of textsOf(request)) renaming.sent(text);
      for (const text of textsOf(response)) renaming.answered(text);
    }
  }
  const renamed = (text: string) => renamings.reduce((so, renaming) => renaming.renamed(so), text);
  return {
    ...cassette,
    entries: cassette.entries.map(({ request, response, ...rest }) => ({
      ...rest,
      request: changeMessage(request, renamed),
      response: changeMessage(response, renamed),
    })),
  };
}
