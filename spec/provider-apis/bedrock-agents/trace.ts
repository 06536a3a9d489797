/** What traces say. Source: `TracePart`, `Trace`, `OrchestrationTrace` of `@aws-sdk/client-bedrock-agent-runtime`. */
import type { Json, JsonObject } from '../../../lib/canonical-json.ts';
import type { Fact, LocatedFact, Unrecognized } from '../../facts/fact.ts';
import { asArray, asCount, asObject, asString, otherMembers, parseJson } from '../../wire/json.ts';

/** Tokens of one question to a model. */
export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly path: string;
}

/** What was read of an answer's traces so far; filled while reading. */
interface Told {
  readonly facts: LocatedFact[];
  readonly unread: Unrecognized[];
  readonly usages: ModelUsage[];
  /** Steps in which the provider called an action group by itself. */
  readonly hostedSteps: Set<string>;
  /** Why the agent failed at something, in the order in which it says so. */
  readonly failures: string[];
}

/** Kinds of trace that hold steps of an agent. */
const stepKinds = new Set([
  'orchestrationTrace',
  'routingClassifierTrace',
  'preProcessingTrace',
  'postProcessingTrace',
]);

/** @param payload of an event `trace`: what is meant is `payload.trace.<kind>.<step>` */
export function readTrace(payload: JsonObject, path: string, told: Told): void {
  const trace = asObject(payload.trace);
  if (!trace) told.unread.push({ path, what: 'trace without content' });
  for (const [kind, value] of Object.entries(trace ?? {})) {
    const at = `${path}.trace.${kind}`;
    const steps = asObject(value);
    const failure = kind === 'failureTrace' ? asString(steps?.failureReason) : undefined;
    if (failure !== undefined) {
      told.failures.push(failure);
      continue;
    }
    // What a guardrail assessed changes nothing of what is said.
    if (kind === 'guardrailTrace') continue;
    if (!steps || !stepKinds.has(kind)) {
      told.unread.push({ path: at, what: `trace ${kind}` });
      continue;
    }
    for (const name of Object.keys(steps)) readStep(name, asObject(steps[name]) ?? {}, `${at}.${name}`, told);
  }
}

function readStep(name: string, step: JsonObject, path: string, told: Told): void {
  switch (name) {
    case 'modelInvocationInput':
      // The prompt, which is the provider's own.
      return;
    case 'modelInvocationOutput':
      readModel(step, path, told);
      return;
    case 'rationale':
      think(told, asString(step.text) ?? '', undefined, path);
      return;
    case 'invocationInput':
      readCall(step, path, told);
      return;
    case 'observation':
      readObservation(step, path, told);
      return;
    default:
      told.unread.push({ path, what: `step ${name}` });
  }
}

function readModel({ metadata, reasoningContent }: JsonObject, path: string, told: Told): void {
  const { inputTokens, outputTokens } = asObject(asObject(metadata)?.usage) ?? {};
  const [input, output] = [asCount(inputTokens), asCount(outputTokens)];
  if (input !== undefined && output !== undefined) {
    told.usages.push({ inputTokens: input, outputTokens: output, path: `${path}.metadata.usage` });
  }
  const block = asObject(reasoningContent);
  if (!block) return;
  const words = asObject(block.reasoningText);
  const sealed = asString(words?.signature) ?? asString(block.redactedContent);
  think(told, asString(words?.text) ?? '', sealed, `${path}.reasoningContent`);
}

/** What an agent thinks before it does or says something else is one block, unless its state ends it. */
function think({ facts }: Told, text: string, protectedData: string | undefined, path: string): void {
  if (text === '' && protectedData === undefined) return;
  const sealed = protectedData === undefined ? {} : { protectedData };
  const last = facts.at(-1);
  if (last?.fact.kind === 'reasoning' && last.fact.protectedData === undefined) {
    const fact: Fact = { kind: 'reasoning', text: last.fact.text + text, ...sealed };
    facts.splice(-1, 1, { fact, path: `${last.path} + ${path}` });
  } else {
    facts.push({ fact: { kind: 'reasoning', text, ...sealed }, path });
  }
}

function readCall(input: JsonObject, path: string, told: Told): void {
  const id = asString(input.traceId);
  const push = (tool: string, asked: Json, member: string) =>
    told.facts.push({
      fact: { kind: 'hosted-call', tool, arguments: asked, ...(id === undefined ? {} : { id }) },
      path: `${path}.${member}`,
    });
  for (const member of otherMembers(input, new Set(['traceId', 'invocationType']))) {
    const asked = asObject(input[member]);
    if (!asked) {
      told.unread.push({ path: `${path}.${member}`, what: `invocation ${member}` });
    } else if (member !== 'actionGroupInvocationInput') {
      push(member.replace(/Input$/, ''), asked, member);
    } else if (asked.executionType !== 'RETURN_CONTROL') {
      const invocation = readInvocation(asked);
      told.hostedSteps.add(id ?? '');
      push(invocation?.name ?? '', invocation?.arguments ?? {}, member);
    }
  }
}

/** Observations that say nothing new: the answer's own words, and the agent's attempts to mend a model's. */
const nothingNew = new Set(['traceId', 'type', 'finalResponse', 'repromptResponse']);

function readObservation(observation: JsonObject, path: string, told: Told): void {
  const id = asString(observation.traceId);
  for (const member of otherMembers(observation, nothingNew)) {
    const output = asObject(observation[member]);
    // What the application gave is told to it again, in the step in which it returned control.
    if (member === 'actionGroupInvocationOutput' && !told.hostedSteps.has(id ?? '')) continue;
    if (!output) {
      told.unread.push({ path: `${path}.${member}`, what: `observation ${member}` });
      continue;
    }
    const tool = member.replace(/Output$/, '');
    told.facts.push({
      fact: {
        kind: 'hosted-result',
        tool,
        payload: output,
        ...(id === undefined ? {} : { id }),
        ...(output.executionTimeout === true || asString(output.executionError) ? { failed: true } : {}),
      },
      path: `${path}.${member}`,
    });
  }
}

// What an action group is called with. Source: `FunctionInvocationInput`, `ApiInvocationInput`,
// `ActionGroupInvocationInput` of `@aws-sdk/client-bedrock-agent-runtime`.

/** One invocation, of a function or of an operation of an API. */
interface Invocation {
  readonly actionGroup: string;
  /** The function's name, or `GET /path`. */
  readonly name: string;
  readonly arguments: JsonObject;
  /** Whether the application is asked for leave and for nothing else. */
  readonly onlyLeave: boolean;
}

/** `undefined` where it says neither function nor path. */
export function readInvocation(invocation: JsonObject): Invocation | undefined {
  const { apiPath, httpMethod, verb } = invocation;
  const path = asString(apiPath);
  const method = asString(httpMethod) ?? asString(verb);
  const operation = path === undefined ? undefined : `${method === undefined ? '' : `${method.toUpperCase()} `}${path}`;
  const name = asString(invocation.function) ?? operation;
  if (name === undefined) return undefined;
  const body = bodyMembers(invocation.requestBody);
  return {
    actionGroup: asString(invocation.actionGroup) ?? asString(invocation.actionGroupName) ?? '',
    name,
    arguments: { ...valuesOf(invocation.parameters), ...(body === undefined ? {} : { body: valuesOf(body) }) },
    onlyLeave: invocation.actionInvocationType === 'USER_CONFIRMATION',
  };
}

/** Members of a request's body. In traces they stand right below the media type, else in `properties`. */
function bodyMembers(requestBody: Json | undefined): Json | undefined {
  const contents = Object.values(asObject(asObject(requestBody)?.content) ?? {});
  return contents.map((content) => asObject(content)?.properties ?? content)[0];
}

function valuesOf(list: Json | undefined): JsonObject {
  const values: [string, Json][] = [];
  for (const entry of asArray(list) ?? []) {
    const { name, type, value } = asObject(entry) ?? {};
    if (asObject(entry)) values.push([asString(name) ?? '', valueRead(asString(type), value ?? '')]);
  }
  return Object.fromEntries(values);
}

/** A value is written as text; what its type says it is, it is read as. */
function valueRead(type: string | undefined, value: Json): Json {
  const read = typeof value === 'string' ? parseJson(value) : undefined;
  const isNumber = typeof read === 'number';
  if (type === 'number' && isNumber) return read;
  if (type === 'integer' && isNumber && Number.isInteger(read)) return read;
  if (type === 'boolean' && typeof read === 'boolean') return read;
  if (type === 'array' && Array.isArray(read)) return read;
  if (type === 'object' && read !== undefined && asObject(read)) return read;
  return value;
}
