/** An answer with as many choices as its request asks for: a recording may hold more. */
import { isJsonObject, type Json, type JsonObject } from '../../lib/canonical-json.ts';
import { memoize } from '../../lib/memoize.ts';
import type { Exchange, HttpResponse, WireTransport } from '../../recordings/format/exchange.ts';
import type { Conditions } from './conditions.ts';
import { asObject, jsonOf } from './json.ts';

type Choices = NonNullable<Conditions['choices']>;

/** The response, without the choices that the request does not ask for. */
export function dropUnrequestedChoices(
  all: readonly Conditions[],
  { operation, request, response, transport }: Exchange,
): HttpResponse {
  const { choices } = all.find(({ operations }) => operations.includes(operation)) ?? {};
  if (!choices || response.status >= 300 || response.body.encoding) return response;
  const asked = Number(at(jsonOf(request.body), choices.request.split('.')) ?? 1);
  const ofResponse = narrowed(response);
  const known = ofResponse.get(asked) ?? narrow(response, transport, choices, asked);
  ofResponse.set(asked, known);
  return known;
}

/** Of a recorded response, which is of one operation, what those get who ask for so many: it is played some dozen times. */
const narrowed = memoize((_: HttpResponse) => new Map<number, HttpResponse>());

function narrow(response: HttpResponse, transport: WireTransport, choices: Choices, asked: number): HttpResponse {
  const text =
    transport === 'sse'
      ? narrowEvents(response.body.text, choices, asked)
      : narrowText(response.body.text, choices, asked);
  return text === undefined || text === response.body.text ? response : { ...response, body: { text } };
}

/** `undefined` for an object of which nothing is left. */
function narrowText(text: string, choices: Choices, asked: number): string | undefined {
  const value = parsed(text);
  const list = isJsonObject(value) ? value[choices.answer] : undefined;
  if (!isJsonObject(value) || !Array.isArray(list)) return text;
  const left = list.filter((one) => Number((isJsonObject(one) && one[choices.index]) || 0) < asked);
  if (left.length === list.length) return text;
  return left.length === 0 ? undefined : JSON.stringify({ ...value, [choices.answer]: left } satisfies JsonObject);
}

/** What an event says besides choices that nobody asked for, such as usage, belongs to the event before it. */
function narrowEvents(text: string, choices: Choices, asked: number): string {
  const left: { event: string; data: string | undefined }[] = [];
  for (const event of text.split('\n\n')) {
    const data = /^data: ?(.*)$/m.exec(event)?.[1];
    const narrowed = data === undefined ? data : narrowText(data, choices, asked);
    const last = left.at(-1);
    if (data === narrowed || data === undefined) left.push({ event, data });
    else if (narrowed !== undefined) left.push({ event: event.replace(data, () => narrowed), data: narrowed });
    else if (last?.data !== undefined) {
      const all = JSON.stringify({ ...asObject(parsed(data)), ...asObject(parsed(last.data)) });
      left.splice(-1, 1, { event: last.event.replace(last.data, () => all), data: all });
    }
  }
  return left.map(({ event }) => event).join('\n\n');
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const at = (value: Json | undefined, [step, ...others]: readonly string[]): Json | undefined =>
  step === undefined ? value : at(isJsonObject(value) ? value[step] : undefined, others);
