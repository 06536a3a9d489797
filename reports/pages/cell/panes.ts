import { truncate } from '../../../lib/escape-control-characters.ts';
import { expandBody } from '../../../recordings/format/body.ts';
import { type HttpRequest, type HttpResponse, headerOf } from '../../../recordings/format/exchange.ts';
import { writeJson } from '../../../recordings/format/lossless-json.ts';
import type { Finding } from '../../../spec/engine/verdict.ts';
import { describeFact } from '../../../spec/facts/describe.ts';
import { expectedBy } from '../../findings/excerpt.ts';
import { prettyJson, readableBody } from '../body-text.ts';
import { html, type Markup } from '../markup.ts';
import { isDiffering, type Step } from './step.ts';

/** Both sides of a call as they are, cut to the lines that differ, which are marked. */
export function responsePanes(step: Step, library: string, findings: readonly Finding[]): Markup {
  const paths = [
    ...step.rows.filter(isDiffering).flatMap(({ wire }) => wire?.path ?? []),
    ...findings.flatMap(({ wirePath }) => wirePath ?? []),
  ].flatMap((path) => path.split(' + ').map(wirePlace));
  const places = paths.flatMap((place) => (place?.side === 'response' ? [place] : []));
  const at = places[0]?.exchange ?? Math.max(0, step.exchanges.length - 1);
  const own = places.filter(({ exchange }) => exchange === at).map(({ path }) => path);
  const response = step.exchanges[at]?.response;
  return html`<div class="panes">
    ${
      response === undefined
        ? pane('Wire: nothing was sent', [])
        : pane(
            `Wire: response ${step.exchanges.length > 1 ? `${at + 1} of ${step.exchanges.length}, ` : ''}${response.status}, ${headerOf(response, 'content-type') ?? 'no content-type'}`,
            bodyLines(response, own),
          )
    }
    ${pane(`${library}: what the application receives`, returned(step))}
  </div>`;
}

/** A request that is not what the caller asked for, beside what that was. */
export function requestPanes(step: Step, findings: readonly Finding[]): Markup {
  const found = findings.flatMap((finding) => {
    const place = wirePlace(finding.wirePath ?? '') ?? ofTheCaller(finding);
    return place?.side === 'request' ? [{ finding, place }] : [];
  });
  const [first] = found;
  const request = step.exchanges[first?.place.exchange ?? 0]?.request;
  if (!first || !request) return null;
  const own = found.filter(({ place }) => place.exchange === first.place.exchange);
  const asked = own.flatMap(({ finding }) => (finding.adapter === undefined ? [] : [finding.adapter]));
  const wanted = prettyJson(asked.length > 0 ? [...new Set(asked)] : step.options);
  return html`<div class="panes">
    ${pane(
      `Wire: request, ${request.method} ${request.url}`,
      bodyLines(
        request,
        own.map(({ place }) => place.path),
      ),
    )}
    ${pane(asked.length > 0 ? 'What the caller said instead' : 'What the caller asked: options of the call', plainLines(wanted))}
  </div>`;
}

const pane = (caption: string, lines: readonly Line[]): Markup =>
  html`<figure><figcaption>${caption}</figcaption>${lines.length > 0 && html`<pre tabindex="0">${lines.map(({ text, isMarked }) => html`<span class=${isMarked ? 'm' : undefined}>${text === '' ? ' ' : text}</span>`)}</pre>`}</figure>`;

const plainLines = (text: string): readonly Line[] =>
  excerptOf(text.split('\n').map((line) => ({ text: line, isMarked: false })));

interface WirePlace {
  readonly exchange: number;
  readonly side: 'request' | 'response';
  /** Within its body; of a stream, `events[3]…` or `frames[3..5]…`. */
  readonly path: string;
}

function wirePlace(path: string): WirePlace | undefined {
  const found = /exchanges\[(\d+)\]\.(request|response)(?:\.body)?\.?(.*)$/.exec(path);
  if (!found) return undefined;
  const [, exchange = '0', side, rest = ''] = found;
  return { exchange: Number(exchange), side: side as WirePlace['side'], path: rest };
}

/** What the caller said and is not in the request has no place there. */
const ofTheCaller = (finding: Finding): WirePlace | undefined =>
  expectedBy(finding) === 'caller' ? { exchange: 0, side: 'request', path: '' } : undefined;

/** A body in lines, cut to what is at some JSON paths or in some events. */
function bodyLines(message: HttpRequest | HttpResponse, paths: readonly string[]): readonly Line[] {
  const { body } = message;
  if (!body) return [];
  const mimeType = headerOf(message, 'content-type') ?? '';
  const readable = readableBody(body, mimeType);
  if (readable.kind === 'json') {
    const { json } = expandBody(body, mimeType);
    return excerptOf(jsonLines(writeJson(json, { indent: '  ' }), paths));
  }
  if (!('events' in readable)) return plainLines(readable.text);
  const ranges = paths.flatMap((path) => {
    const [, from, to = from] = /^(?:events|frames)\[(\d+)(?:\.\.(\d+))?\]/.exec(path) ?? [];
    return from === undefined ? [] : [{ from: Number(from), to: Number(to) }];
  });
  const lines = readable.events.map(({ name, text }, i) => ({
    text: `event: ${name}\n${text}`,
    isMarked: ranges.some(({ from, to }) => from <= i && i <= to),
  }));
  return excerptOf(lines, 1);
}

/** What the application gets of a call: an error, warnings, and each fact; what is missing is named. */
function returned({ error, warnings, adapter, rows }: Step): readonly Line[] {
  const differing = new Set(rows.filter(isDiffering).flatMap((row) => row.adapter ?? []));
  const lines = [
    ...(error ? [{ text: `throws ${error.name}: ${error.message}`, isMarked: true }] : []),
    ...warnings.map((warning) => ({ text: `warns ${JSON.stringify(warning)}`, isMarked: false })),
    ...adapter.map((located) => ({
      text: `${located.path}: ${prettyJson(located.fact)}`,
      isMarked: differing.has(located),
    })),
    ...rows.flatMap(({ comparison, wire }) =>
      comparison === 'lost' && wire ? [{ text: `← missing: ${describeFact(wire.fact)}`, isMarked: true }] : [],
    ),
  ];
  return lines.length === 0 ? [{ text: 'nothing', isMarked: true }] : excerptOf(lines, 2);
}

/** A line of a pane, and whether it is what differs. */
interface Line {
  readonly text: string;
  readonly isMarked: boolean;
}

/**
 * The lines of JSON over several lines, those marked that lie at one of some JSON paths (`content[1].text`) or within it. Pure.
 *
 * @param pretty as `JSON.stringify` lays it out with two spaces
 */
export function jsonLines(pretty: string, paths: readonly string[]): readonly Line[] {
  /** The lists and objects that are open: their path and, of a list, the next position. */
  const open: { readonly path: string; next: number | undefined }[] = [];
  return pretty.split('\n').map((text) => {
    const line = text.trim();
    if (/^[\]}]/.test(line)) return { text, isMarked: isWithin(open.pop()?.path ?? '', paths) };
    const parent = open.at(-1);
    const path = parent === undefined ? '' : pathOf(line, parent);
    if (/[[{]$/.test(line)) open.push({ path, next: line.endsWith('[') ? 0 : undefined });
    return { text, isMarked: isWithin(path, paths) };
  });
}

function pathOf(line: string, parent: { readonly path: string; next: number | undefined }): string {
  if (parent.next !== undefined) return `${parent.path}[${parent.next++}]`;
  const name = /^"((?:[^"\\]|\\.)*)"/.exec(line)?.[1] ?? '';
  return parent.path === '' ? name : `${parent.path}.${name}`;
}

const isWithin = (path: string, targets: readonly string[]): boolean =>
  targets.some((target) => path === target || path.startsWith(`${target}.`) || path.startsWith(`${target}[`));

/** What a pane shows of a long list: no more than this, around what is marked. */
const most = { lines: 40, around: 3, characters: 600 };

/**
 * The marked lines with those around them, or the beginning where none is marked; what is left out is a line of its own. Pure.
 */
export function excerptOf(lines: readonly Line[], around: number = most.around): readonly Line[] {
  const marked = lines.flatMap(({ isMarked }, i) => (isMarked ? [i] : []));
  const wanted = new Set(
    marked.length === 0
      ? lines.keys()
      : marked.flatMap((i) => Array.from({ length: 2 * around + 1 }, (_, n) => i - around + n)),
  );
  const kept = [...lines.keys()].filter((i) => wanted.has(i)).slice(0, most.lines);
  const shown = kept.flatMap((at, n): Line[] => {
    const skipped = at - (kept[n - 1] ?? -1) - 1;
    const line = lines[at] as Line;
    return [...leftOut(skipped), { ...line, text: truncate(line.text, most.characters) }];
  });
  return [...shown, ...leftOut(lines.length - 1 - (kept.at(-1) ?? -1))];
}

const leftOut = (n: number): Line[] => (n === 0 ? [] : [{ text: `… ${n} more`, isMarked: false }]);
