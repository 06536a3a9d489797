import {
  type Exchange,
  type Headers,
  type HttpRequest,
  headerOf,
  type UnexpectedRequest,
} from '../../../recordings/format/exchange.ts';
import { html, type Markup } from '../markup.ts';
import { count } from '../words.ts';
import { foldedBody } from './body.ts';
import { fold, verbatim } from './small.ts';

/** One request and its answer, one below the other as they went over the wire. */
export function exchangeItem({ operation, transport, request, response }: Exchange, index: number): Markup {
  return html`<li class="exchange">
    <p class="note">Exchange ${index + 1}: ${operation}, answered as ${transport}</p>
    <div class="message"><p><span class="arrow" aria-hidden="true">→</span> <strong>${request.method}</strong> <code>${request.url}</code></p>${requestParts(request)}</div>
    <div class="message"><p><span class="arrow" aria-hidden="true">←</span> <strong>${response.status}</strong> <code>${headerOf(response, 'content-type') ?? 'no content-type'}</code></p>
      ${headers('Response headers', response.headers)}
      ${foldedBody('Response body', response.body, headerOf(response, 'content-type') ?? '')}
    </div>
  </li>`;
}

/** A request that nothing in the recording answers, and why. */
export function unexpectedItem({ request, reason }: UnexpectedRequest): Markup {
  return html`<li class="exchange">
    <p><strong>✕ Not answered:</strong> ${reason}</p>
    <div class="message"><p><span class="arrow" aria-hidden="true">→</span> <strong>${request.method}</strong> <code>${request.url}</code></p>${requestParts(request)}</div>
  </li>`;
}

function requestParts(request: HttpRequest): Markup {
  return html`
    ${headers('Request headers', request.headers)}
    ${request.body && foldedBody('Request body', request.body, headerOf(request, 'content-type') ?? '')}`;
}

function headers(label: string, list: Headers): Markup {
  if (list.length === 0) return null;
  const text = list.map(([name, text]) => `${name}: ${text}`).join('\n');
  return fold(label, count(list.length, 'header'), verbatim(text));
}
