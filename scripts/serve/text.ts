import { escapeControl } from '../../lib/escape-control-characters.ts';
import type { Cassette } from '../../recordings/format/cassette.ts';
import { type HttpRequest, type HttpResponse, headerOf } from '../../recordings/format/exchange.ts';
import { redacted } from '../../recordings/scrub/name-rules.ts';
import type { Playback } from '../../recordings/transport/playback.ts';

/** What `atc serve` says. Requests come from anywhere: whoever prints this makes it {@link escapeControl}. */

/** How much of a request's body is shown, in characters. */
const shownBody = 300;

/** What a cassette answers, one line an entry. */
export function answersText({ entries }: Cassette): string {
  return entries
    .map(({ request, response }, i) => `  ${i + 1}. ${lineOf(request)} → ${statusOf(response)}`)
    .map(escapeControl)
    .join('\n');
}

/** A request that came, and why it was not answered, where it was not. */
export function matchOf(asked: HttpRequest, { unexpected }: Playback): { asked: string; problem?: string } {
  const missed = unexpected.at(-1);
  return { asked: lineOf(asked), ...(missed?.request === asked ? { problem: missed.reason } : {}) };
}

/** The same with what it was taken for, and what is left. */
export function matchText(asked: HttpRequest, playback: Playback, left: readonly string[]): string {
  const { problem } = matchOf(asked, playback);
  const exchange = playback.exchanges.at(-1);
  const outcome =
    problem !== undefined
      ? `no response, connection closed: ${problem}`
      : `${exchange?.operation} by ${exchange?.transport}, response ${exchange && statusOf(exchange.response)}`;
  const { text = '' } = asked.body ?? {};
  const body = text.length > shownBody ? `${text.slice(0, shownBody)}… (${text.length} characters)` : text;
  return [
    lineOf(asked),
    ...(text === '' ? [] : [`  ${body.replaceAll('\n', '\\n')}`]),
    `  → ${outcome}`,
    `  left: ${left.join('; ') || 'nothing'}`,
  ].join('\n');
}

/** How Node is told to trust a certificate. */
export const trustText = (path: string): string =>
  `Node trusts it with\n  export NODE_EXTRA_CA_CERTS=${shellWord(path)}`;

/** A line for a shell that asks for the first answer. */
export function tryText({ entries: [first] }: Cassette, baseUrl: string, options: string): string {
  if (!first) return '(no recordings)';
  const { method, url, headers, body } = first.request;
  const { origin } = new URL(baseUrl);
  const { pathname, search } = new URL(url);
  const kept = headers
    .filter(([, value]) => value !== redacted)
    .map(([name, value]) => `-H ${shellWord(`${name}: ${value}`)}`);
  const stream = headerOf(first.response, 'content-type')?.startsWith('text/event-stream') ? ' -N' : '';
  const data = body ? ` --data-raw ${shellWord(body.text)}` : '';
  return escapeControl(
    `curl -s${stream}${options} -X ${method} ${shellWord(origin + pathname + search)} ${kept.join(' ')}${data}`,
  );
}

/** One word of a POSIX shell, whatever it holds. */
export function shellWord(text: string): string {
  return /^[\w./:@%=+,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

const lineOf = ({ method, url }: HttpRequest): string => `${method} ${url.replace(/^https?:\/\/[^/?#]*/, '')}`;

const statusOf = (response: HttpResponse): string =>
  `${response.status} ${headerOf(response, 'content-type') ?? '(no content type)'}`;
