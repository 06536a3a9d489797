import {
  type Exchange,
  type Headers,
  type HttpRequest,
  type HttpResponse,
  headerOf,
  type UnexpectedRequest,
} from '../../../recordings/format/exchange.ts';
import type { CaseResult, Evidence } from '../../../spec/results/schema.ts';
import { readableBody, sizeOf } from '../body-text.ts';
import { count } from '../elements.ts';
import { html, type Markup } from '../markup.ts';
import { prettyJson } from '../pretty-json.ts';
import { factTable } from './fact-table.ts';
import { block, fold, value } from './pieces.ts';
import { isDiffering, type Step } from './step.ts';

/** A case call by call: what was asked, what was sent and answered, what was returned; then what came beside the calls or after them. */
export function callByCall(c: CaseResult, evidence: Evidence, steps: readonly Step[], library: string): Markup {
  const late = evidence.late as readonly UnexpectedRequest[];
  const closing = (evidence.closing ?? []) as readonly Exchange[];
  return html`
    <ol class="calls">${steps.map((step) => call(step, library, `“${c.title}”, ${c.mode}`))}</ol>
    ${evidence.unconsumed.length > 0 && html`<p>Recorded, and never requested: ${evidence.unconsumed.map((u, i) => html`${i > 0 && ', '}<code>${u}</code>`)}</p>`}
    ${closing.length > 0 && html`<p>When the client was closed:</p>${closing.map(exchange)}`}
    ${late.length > 0 && html`<p>Sent after the case had ended:</p>${late.map(unanswered)}`}
    ${evidence.connections.refused.length > 0 && html`<p>Connections tried beside the recording, and blocked: ${evidence.connections.refused.map((target) => html`<code>${target}</code> `)}</p>`}`;
}

/** Facts of a call that differ are shown above, side by side. */
function call(step: Step, library: string, name: string): Markup {
  const { index, turn, options, exchanges, unexpected, error, warnings, rows, unread } = step;
  return html`<li>
    <h4>Call ${index + 1} <span class="mut">turn ${turn + 1}</span></h4>
    ${fold('What the caller asked', 'options of the call', block(prettyJson(options)))}
    ${exchanges.length + unexpected.length === 0 && html`<p>Nothing was sent.</p>`}
    ${exchanges.map(exchange)}${unexpected.map(unanswered)}
    ${error && html`<p>${library} threw <code>${error.name}</code>: <q>${error.message}</q></p>`}
    ${warnings.length > 0 && html`<p>${library} warned: ${warnings.map((warning) => html`${value(warning)} `)}</p>`}
    ${!rows.some(isDiffering) && rows.length > 0 && fold('Facts side by side', `${count(rows.length, 'fact')}, all equal`, factTable(rows, library, `Facts of call ${index + 1} of ${name}`))}
    ${unread.length > 0 && html`<p>On the wire, and not known to the suite's parser: ${unread.map(({ what, path }) => html`<code>${what}</code> at <code>${path}</code> `)}</p>`}
  </li>`;
}

/** A request and its response, one below the other as they went over the wire. */
const exchange = ({ operation, transport, request, response }: Exchange): Markup =>
  html`<div class="exchange">
    <p><b>→ ${request.method}</b> <code>${request.url}</code> <span class="mut">${operation}</span></p>${parts(request, 'Request')}
    <p><b>← ${response.status}</b> <code>${headerOf(response, 'content-type') ?? 'no content-type'}</code> <span class="mut">${transport}</span></p>${parts(response, 'Response')}
  </div>`;

/** A request that nothing in the recording answers, and why. */
const unanswered = ({ request, reason }: UnexpectedRequest): Markup =>
  html`<div class="exchange"><p><b>→ ${request.method}</b> <code>${request.url}</code></p>${parts(request, 'Request')}<p><b>Not answered:</b> ${reason}</p></div>`;

const parts = (message: HttpRequest | HttpResponse, name: string): Markup =>
  html`${headers(`${name} headers`, message.headers)}${body(`${name} body`, message)}`;

const headers = (label: string, list: Headers): Markup =>
  list.length > 0 &&
  fold(label, count(list.length, 'header'), block(list.map(([name, text]) => `${name}: ${text}`).join('\n')));

/** JSON laid out, server-sent events and AWS frames one after the other, anything else as it came. */
function body(label: string, message: HttpRequest | HttpResponse): Markup {
  if (!message.body) return null;
  const readable = readableBody(message.body, headerOf(message, 'content-type') ?? '');
  const size = sizeOf(message.body);
  if ('events' in readable) {
    const text = readable.events.map((event) => `event: ${event.name}\n${event.text}`).join('\n\n');
    const noun = readable.kind === 'events' ? 'event' : 'frame';
    return fold(label, `${count(readable.events.length, noun)}, ${size}`, block(text));
  }
  if (readable.text === '') return html`<p class="mut">${label}: empty</p>`;
  const kind = { json: 'JSON', base64: 'bytes as base64', text: 'text' }[readable.kind];
  return fold(label, `${kind}, ${size}`, block(readable.text));
}
