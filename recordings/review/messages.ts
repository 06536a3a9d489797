/** What became of a request or a response. Pure. */

import { expandBody } from '../format/body.ts';
import { isEventStream } from '../format/event-stream.ts';
import { type Body, type Headers, headerOf } from '../format/exchange.ts';
import type { HarBody } from '../format/schema.ts';
import type { ListedEvent } from '../format/server-sent-events.ts';
import { ruleFinder } from '../scrub/url.ts';
import type { Difference } from './difference.ts';
import { headersThatMatter, noise } from './rules.ts';
import { eventsOf, framesOf, streamDifferences, type ToldDifference } from './streams.ts';
import { differencesOf } from './values.ts';

/** A request or a response. */
interface Message {
  readonly url?: string;
  readonly status?: number;
  readonly headers: Headers;
  readonly body?: Body;
}

type Found = Difference | ToldDifference;

export function messageDifferences(before: Message, after: Message): Found[] {
  return [
    ...differencesOf(partsOf(before.url), partsOf(after.url), ['(url)']),
    ...(before.status === after.status
      ? []
      : [{ what: 'status changed', path: [], before: before.status, after: after.status } as const]),
    ...headerDifferences(before.headers, after.headers),
    ...bodyDifferences(before, after),
  ];
}

/** A URL without its host: a path, and what is asked for besides. */
function partsOf(url: string | undefined): unknown {
  if (url === undefined) return {};
  const { pathname, searchParams } = new URL(url);
  return { path: pathname, query: Object.fromEntries(searchParams) };
}

const matters = ruleFinder([{ names: headersThatMatter, reason: 'clients look at it' }]);

function headerDifferences(before: Headers, after: Headers): Difference[] {
  const [old, young] = [before, after].map((headers) => Map.groupBy(headers, ([name]) => name.toLowerCase()));
  if (!old || !young) return [];
  const found = [...new Set([...old.keys(), ...young.keys()])].flatMap((name): Difference[] => {
    const [was, is] = [old.get(name), young.get(name)].map((all) => all?.map(([, value]) => value).join(', '));
    if (was === is) return [];
    const place = {
      path: ['(headers)', name],
      ...(was === undefined ? {} : { before: was }),
      ...(is === undefined ? {} : { after: is }),
    };
    if (!matters(name, is ?? was ?? '')) return [{ what: 'noise', reason: noise.header, ...place }];
    if (name === 'content-type') return [{ what: 'content type changed', ...place }];
    const what = was === undefined ? 'header added' : is === undefined ? 'header removed' : 'header changed';
    return [{ what, ...place }];
  });
  const names = (headers: Headers) => headers.map(([name]) => name.toLowerCase());
  const isMoved = found.length === 0 && names(before).join() !== names(after).join();
  return isMoved ? [{ what: 'noise', path: ['(headers)'], reason: noise.headerOrder }] : found;
}

function bodyDifferences(before: Message, after: Message): Found[] {
  if (before.body?.text === after.body?.text && before.body?.encoding === after.body?.encoding) return [];
  const [old, young] = [listed(before), listed(after)];
  if (old.form !== young.form) {
    return [{ what: 'body changed its form', path: [], before: old.form, after: young.form }];
  }
  const found = contentDifferences(old, young);
  if (found.length > 0) return found;
  const isOrder = JSON.stringify(old.content) !== JSON.stringify(young.content);
  return [{ what: 'noise', path: [], reason: isOrder ? noise.memberOrder : noise.spelling }];
}

type Listed =
  | { readonly form: 'JSON' | 'text' | 'bytes' | 'nothing'; readonly content: unknown }
  | { readonly form: 'events'; readonly content: readonly ListedEvent[] }
  | { readonly form: 'frames'; readonly content: NonNullable<HarBody['_frames']> };

function listed({ body, ...message }: Message): Listed {
  if (!body?.text) return { form: 'nothing', content: null };
  const type = headerOf(message, 'content-type') ?? '';
  const { _json, _events, _frames } = expandBody(body, type);
  if (_frames) return { form: 'frames', content: _frames };
  if (_events) return { form: 'events', content: _events as readonly ListedEvent[] };
  // Out of the spelling that was kept, and into what it means.
  if (_json !== undefined) return { form: 'JSON', content: JSON.parse(body.text) };
  return { form: body.encoding || isEventStream(type) ? 'bytes' : 'text', content: body.text };
}

function contentDifferences(before: Listed, after: Listed): Found[] {
  if (before.form === 'events' && after.form === 'events') {
    return streamDifferences(eventsOf(before.content), eventsOf(after.content));
  }
  if (before.form === 'frames' && after.form === 'frames') {
    return streamDifferences(framesOf(before.content), framesOf(after.content));
  }
  return differencesOf(before.content, after.content);
}
