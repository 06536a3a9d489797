/**
 * What interactions say, whole or streamed. Source: `Interaction`, `InteractionSSEEvent` and `Step` of the namespace `Interactions` of
 * `@google/genai`; shapes of real answers where they differ.
 */
import { type Json, type JsonObject, toText } from '../../../lib/canonical-json.ts';
import { type Exchange, headerOf } from '../../../recordings/format/exchange.ts';
import { dataFact, linkedFact } from '../../facts/data-facts.ts';
import type { ErrorFact, Fact, FactReading, LocatedFact, Unrecognized } from '../../facts/fact.ts';
import { errorOf, failureHeaders, truncatedResponse, unreadableResponse } from '../../wire/errors.ts';
import { serverSentEvents } from '../../wire/events.ts';
import { asArray, asCount, asObject, asString, jsonOf, otherMembers, parseJson } from '../../wire/json.ts';
import { identityFacts, identityIn, joinText } from '../../wire/shared-facts.ts';

/** See {@link import('../../wire/reader.ts').WireReader.readResponses}. */
export function readResponses(exchanges: readonly Exchange[]): FactReading {
  const readings = exchanges.map((exchange, i) => readExchange(exchange, `exchanges[${i}].response`));
  return {
    facts: joinText(readings.flatMap(({ facts }) => facts)),
    unread: readings.flatMap(({ unread }) => unread),
  };
}

function readExchange({ response, transport }: Exchange, path: string): FactReading {
  const type = headerOf(response, 'content-type') ?? '';
  const isStream = type.includes('event-stream') || (transport === 'sse' && !type.includes('json'));
  if (response.status < 400 && isStream && response.body.encoding === undefined)
    return readStream(response.body.text, path);
  const at = `${path}.body`;
  const body = asObject(jsonOf(response.body));
  if (response.status >= 400 || asObject(body?.error)) {
    const told = failureHeaders(response, '');
    return { facts: [{ fact: { ...errorFact(body, response.status), ...told }, path: at }], unread: [] };
  }
  if (body?.status === undefined) return { facts: unreadableResponse(response, at), unread: [] };
  const steps = (asArray(body.steps) ?? []).map((step, i) => ({
    step: asObject(step) ?? {},
    path: `${at}.steps[${i}]`,
  }));
  return together(steps, { interaction: body, path: at });
}

/** `{ error: { code, message } }`, whose code is a text; nothing of it is told apart where a status is missing. */
function errorFact(body: JsonObject | undefined, status?: number): ErrorFact {
  const error = asObject(body?.error);
  const code = asString(error?.status) ?? asString(error?.code);
  return errorOf({
    status: status !== undefined && status < 400 ? undefined : status,
    code,
    message: asString(error?.message),
  });
}

interface PlacedStep {
  readonly step: JsonObject;
  readonly path: string;
}

/** What an interaction says of itself. Members that repeat the request, or that say how it is kept, say nothing of the answer. */
const known = new Set([
  ...['id', 'object', 'status', 'model', 'created', 'updated', 'service_tier', 'steps', 'usage', 'error', 'errors'],
  ...['agent', 'agent_config', 'environment', 'environment_id', 'input', 'labels', 'previous_interaction_id', 'tools'],
  ...['generation_config', 'response_format', 'response_mime_type', 'response_modalities', 'safety_settings'],
  ...['system_instruction', 'cached_content', 'webhook_config', 'store', 'background', 'role'],
]);

interface Ended {
  readonly interaction: JsonObject;
  readonly path: string;
}

function together(steps: readonly PlacedStep[], { interaction, path }: Ended): FactReading {
  const { status, errors, usage } = interaction;
  const told = readings(steps);
  const failed = status === 'failed' ? [{ fact: errorFact({ error: asArray(errors)?.[0] ?? {} }), path }] : [];
  const reason = finishReasons.get(toText(status)) ?? toText(status);
  return {
    facts: [
      ...told.facts,
      ...(failed.length > 0 ? failed : [{ fact: { kind: 'finish' as const, reason }, path: `${path}.status` }]),
      ...usageOf(usage, `${path}.usage`),
      ...identityFacts([identityIn(interaction, path)]),
    ],
    unread: [
      ...told.unread,
      ...otherMembers(interaction, known).map((name) => ({ path: `${path}.${name}`, what: `interaction.${name}` })),
    ],
  };
}

/** Source: `InteractionStatus`; that calls end a turn as `requires_action` is seen in real answers. */
const finishReasons = new Map([
  ['completed', 'stop'],
  ['requires_action', 'tool_calls'],
  ['incomplete', 'length'],
  ['budget_exceeded', 'length'],
]);

/** Results of tools are input, thoughts output: each is counted for itself, and all of them make the total of real answers. */
function usageOf(value: Json | undefined, path: string): LocatedFact[] {
  const usage = asObject(value);
  const [input, output] = [asCount(usage?.total_input_tokens), asCount(usage?.total_output_tokens)];
  if (!usage || (input === undefined && output === undefined)) return [];
  const [thoughts, cached] = [asCount(usage.total_thought_tokens), asCount(usage.total_cached_tokens)];
  const fact: Fact = {
    kind: 'usage',
    inputTokens: (input ?? 0) + (asCount(usage.total_tool_use_tokens) ?? 0),
    outputTokens: (output ?? 0) + (thoughts ?? 0),
    ...(cached === undefined ? {} : { cachedInputTokens: cached }),
    ...(thoughts === undefined ? {} : { reasoningTokens: thoughts }),
  };
  return [{ fact, path }];
}

// Steps.

/** Input that an answer tells once more: the whole timeline of an interaction that is asked for later. */
const ofTheCaller = new Set(['user_input', 'function_result']);

function readings(steps: readonly PlacedStep[]): FactReading {
  const text = { said: '' };
  const read = steps.map((placed) => readStep(placed, text));
  return { facts: read.flatMap(({ facts }) => facts), unread: read.flatMap(({ unread }) => unread) };
}

/** @param text all of the answer's text so far; is added to */
function readStep({ step, path }: PlacedStep, text: { said: string }): FactReading {
  const type = asString(step.type);
  if (type === undefined) return { facts: [], unread: [{ path, what: 'step without a type' }] };
  if (ofTheCaller.has(type)) return { facts: [], unread: [] };
  if (type === 'model_output') {
    const facts = (asArray(step.content) ?? []).flatMap((part, i) =>
      readPart(asObject(part) ?? {}, `${path}.content[${i}]`, text),
    );
    return { facts, unread: othersOf(step, path, ['type', 'content']) };
  }
  const read =
    type === 'thought' ? thoughtFacts(step) : type === 'function_call' ? [callFact(step)] : [hostedFact(step, type)];
  return { facts: read.map((fact) => ({ fact, path })), unread: [] };
}

const othersOf = (object: JsonObject, path: string, names: readonly string[]): Unrecognized[] =>
  otherMembers(object, new Set(names)).map((name) => ({
    path: `${path}.${name}`,
    what: `${toText(object.type)}.${name}`,
  }));

function readPart(part: JsonObject, path: string, text: { said: string }): LocatedFact[] {
  if (part.type !== 'text') {
    const fact = mediaFact(part);
    return [{ fact: fact ?? { kind: 'hosted-result', tool: toText(part.type), payload: part }, path }];
  }
  const words = asString(part.text) ?? '';
  const from = text.said.length;
  text.said += words;
  const citations = (asArray(part.annotations) ?? []).map(
    (value, i): LocatedFact => ({
      fact: citation(asObject(value) ?? {}, words, from),
      path: `${path}.annotations[${i}]`,
    }),
  );
  return [{ fact: { kind: 'text', text: words }, path }, ...citations];
}

function mediaFact({ data, uri, mime_type: type }: JsonObject): Fact | undefined {
  if (typeof data === 'string') return dataFact(asString(type) ?? 'application/octet-stream', data);
  return typeof uri === 'string' ? linkedFact(uri, asString(type)) : undefined;
}

/** Indexes count bytes of UTF-8. Source: `URLCitation.start_index`. */
function citation(annotation: JsonObject, words: string, from: number): Fact {
  const target = [annotation.url, annotation.document_uri, annotation.media_id, annotation.file_name, annotation.name]
    .map(asString)
    .find((name) => name);
  const title = [annotation.title, annotation.file_name, annotation.name].map(asString).find((name) => name);
  const quote = asString(annotation.source);
  const bytes = Buffer.from(words);
  const [start, end] = [asCount(annotation.start_index) ?? 0, asCount(annotation.end_index)];
  const span = end === undefined ? '' : bytes.subarray(start, end).toString();
  return {
    kind: 'citation',
    target: target ?? '',
    ...(title ? { title } : {}),
    ...(quote ? { quote } : {}),
    ...(span === '' ? {} : { span, place: from + bytes.subarray(0, start).toString().length }),
  };
}

function thoughtFacts(step: JsonObject): Fact[] {
  const text = summaryOf(step);
  const protectedData = asString(step.signature) || undefined;
  if (text === '' && protectedData === undefined) return [];
  return [{ kind: 'reasoning', text, ...(protectedData === undefined ? {} : { protectedData }) }];
}

/** The words of a thought. */
export const summaryOf = ({ summary }: JsonObject): string =>
  (asArray(summary) ?? []).map((part) => asString(asObject(part)?.text) ?? '').join('');

/** Some calls bear a signature of their own, as the thought before them does; an empty one says nothing. */
function callFact({ id, name, arguments: asked, signature }: JsonObject): Fact {
  return {
    kind: 'call',
    name: asString(name) ?? '',
    arguments: asked ?? {},
    ...idOf(id),
    ...(asString(signature) ? { state: { signature: signature ?? null } } : {}),
  };
}

const idOf = (id: Json | undefined): { id?: string } => (typeof id === 'string' ? { id } : {});

/** What a tool of Google's was asked, or gave; a step of a kind that nobody knows is what some tool gave, whole. */
export function hostedFact(step: JsonObject, type: string): Fact {
  const [, tool = type, half] = /^(.+)_(call|result)$/.exec(type) ?? [];
  const signed = asString(step.signature) ? { state: { signature: step.signature ?? null } } : {};
  if (half === 'call') {
    const { name, server_name: server } = step;
    const ofServer = tool === 'mcp_server_tool' ? { ofServer: { name: toText(name), server: asString(server) } } : {};
    const asked = step.arguments ?? null;
    return {
      kind: 'hosted-call',
      tool: asString(name) ?? tool,
      arguments: asked,
      ...idOf(step.id),
      ...ofServer,
      ...signed,
    };
  }
  if (half === undefined) return { kind: 'hosted-result', tool, payload: step };
  const failed = step.is_error === true || (asArray(step.result) ?? []).some(isUnread) ? { failed: true as const } : {};
  return { kind: 'hosted-result', tool, payload: step.result ?? step, ...idOf(step.call_id), ...failed, ...signed };
}

/** A page that was not read. Source: `URLContextResult.status`. */
function isUnread(page: Json): boolean {
  const { status = 'success', url } = asObject(page) ?? {};
  return url !== undefined && status !== 'success';
}

// Streams: steps while they grow.

function readStream(text: string, path: string): FactReading {
  const steps = new Map<Json | undefined, { step: JsonObject; first: number; last: number; asked: string }>();
  const errors: LocatedFact[] = [];
  const unread: Unrecognized[] = [];
  let end: Ended | undefined;
  for (const [i, event] of serverSentEvents(text).entries()) {
    const at = `${path}.events[${i}]`;
    const data = asObject(event.json);
    const type = data?.event_type;
    if (!data) {
      if (event.data !== '[DONE]') unread.push({ path: at, what: 'event that is not a JSON object' });
    } else if (type === 'error') {
      errors.push({ fact: errorFact(data), path: at });
    } else if (type === 'interaction.completed') {
      end = { interaction: asObject(data.interaction) ?? {}, path: `${at}.interaction` };
    } else if (type === 'step.start' || type === 'step.delta') {
      const begun = steps.get(data.index) ?? { step: { type: 'model_output' }, first: i, last: i, asked: '' };
      steps.set(data.index, begun);
      begun.last = i;
      if (type === 'step.start') begun.step = asObject(data.step) ?? {};
      else grow(begun, asObject(data.delta) ?? {});
    } else if (typeof type !== 'string' || !silent.has(type)) {
      unread.push({ path: at, what: toText(type ?? 'event without a type') });
    }
  }
  const placed = [...steps.values()].map(({ step, asked, first, last }) => ({
    step: asked.trim() === '' ? step : { ...step, arguments: parseJson(asked) ?? asked },
    path: `${path}.events[${first === last ? first : `${first}..${last}`}]`,
  }));
  const told = (asArray(end?.interaction.steps) ?? []).map((step, i) => ({
    step: asObject(step) ?? {},
    path: `${end?.path}.steps[${i}]`,
  }));
  if (!end && errors.length === 0) {
    unread.push({ path: `${path}.events`, what: 'stream that ends before its interaction is over' });
    errors.push(truncatedResponse(`${path}.events`));
  }
  const said = end ? together(placed.length > 0 ? placed : told, end) : readings(placed);
  return { facts: [...said.facts, ...errors], unread: [...said.unread, ...unread] };
}

/** Events that say nothing that others do not say. */
const silent = new Set(['interaction.created', 'interaction.status_update', 'step.stop']);

/** Source: `StepDeltaData`: pieces of a text or of arguments; annotations, a signature; or members of the step, whole. */
function grow(grown: { step: JsonObject; asked: string }, delta: JsonObject): void {
  const { step } = grown;
  const { type, ...members } = delta;
  const content = asArray(step.content) ?? [];
  const last = asObject(content.at(-1));
  const within = (part: JsonObject) => ({ ...step, content: [...content.slice(0, -1), part] });
  switch (type) {
    case 'text':
      grown.step =
        last?.type === 'text'
          ? within({ ...last, text: toText(last.text) + toText(delta.text) })
          : { ...step, content: [...content, delta] };
      break;
    case 'text_annotation_delta': {
      const more = asArray(delta.annotations) ?? [];
      grown.step = within({
        type: 'text',
        text: '',
        ...last,
        annotations: [...(asArray(last?.annotations) ?? []), ...more],
      });
      break;
    }
    case 'arguments_delta':
      grown.asked += asString(delta.arguments) ?? '';
      break;
    case 'thought_signature':
      grown.step = { ...step, signature: (asString(step.signature) ?? '') + (asString(delta.signature) ?? '') };
      break;
    case 'thought_summary':
      grown.step = { ...step, summary: [...(asArray(step.summary) ?? []), delta.content ?? null] };
      break;
    default:
      grown.step = step.type === 'model_output' ? { ...step, content: [...content, delta] } : { ...step, ...members };
  }
}
