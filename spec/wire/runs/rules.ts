/** For what APIs with assistants (or agents), threads and runs refuse a request. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import { isJsonObject } from '../../../files/canonical-json.ts';
import type { Exchange } from '../../../recordings/format/exchange.ts';
import { askedIn } from '../demands.ts';
import { asArray, asObject, asString, jsonOf } from '../json.ts';
import { type Asked, type Rule, ruleOver } from '../rules/rule.ts';
import type { Choice, StrictFunction } from '../rules/tools.ts';
import type { Source } from '../source.ts';
import { serverSentEvents } from '../sse.ts';
import { idIn, madeBy } from './kept.ts';

const runs: Source = {
  title: 'OpenAI Assistants: runs, their states, and when a thread is locked',
  url: 'https://platform.openai.com/docs/assistants/deep-dive#runs-and-run-steps',
};

/** What every such API demands of threads, runs and submissions. */
export const rulesOfRuns: readonly Rule[] = [
  ruleOver({
    id: 'thread-is-free',
    what: 'While a run of a thread is not over, nothing is said in the thread and no other run begins.',
    source: {
      title: 'OpenAI answers 400: Can’t add messages to a thread while a run is active',
      url: 'https://github.com/openai/openai-python/issues/1023',
    },
    placesOf: (asked) => {
      const { exchange, earlier } = asked;
      if (exchange.operation !== 'messages.create' && exchange.operation !== 'runs.create') return [];
      const thread = idIn(exchange, 'threads');
      return [{ path: 'url', value: runsIn(earlier).filter((run) => run.thread_id === thread) }];
    },
    wrong: (ofThread) => {
      const active = ofThread.find(({ status }) => unfinished.has(asString(status) ?? ''));
      return active && `the run ${JSON.stringify(active.id)} of the thread is ${JSON.stringify(active.status)}`;
    },
  }),
  ruleOver({
    id: 'run-waits',
    what: 'Outputs are given to a run that waits for them, for all of its calls at once, and for nothing else.',
    source: runs,
    placesOf: ({ exchange, earlier, body }) => {
      if (exchange.operation !== 'runs.submitToolOutputs') return [];
      const run = runsIn(earlier).find(({ id }) => id === idIn(exchange, 'runs'));
      return run
        ? [{ path: 'body', value: { run, given: [...idsOf(body.tool_outputs), ...idsOf(body.tool_approvals)] } }]
        : [];
    },
    wrong: ({ run, given }) => {
      if (run.status !== 'requires_action')
        return `the run is ${JSON.stringify(run.status ?? null)} and waits for nothing`;
      const asked = waitingIn(run);
      const missing = asked.filter((id) => !given.includes(id));
      const invented = given.filter((id) => !asked.includes(id));
      if (missing.length > 0) return `the run waits for ${missing.join(', ')} as well`;
      return invented.length > 0 ? `the run does not wait for ${invented.join(', ')}` : undefined;
    },
  }),
  ruleOver({
    id: 'outputs-are-texts',
    what: 'What a function gave is text.',
    source: {
      title: 'openai: RunSubmitToolOutputsParams.ToolOutput.output',
      url: 'https://platform.openai.com/docs/api-reference/runs/submitToolOutputs',
    },
    placesOf: ({ exchange, body }) =>
      exchange.operation === 'runs.submitToolOutputs'
        ? (asArray(body.tool_outputs) ?? []).map((output, i) => ({
            path: `body.tool_outputs[${i}].output`,
            value: asObject(output)?.output,
          }))
        : [],
    wrong: (output) => (typeof output === 'string' ? undefined : `${JSON.stringify(output ?? null)} is no text`),
  }),
];

/** Functions that a request declares, with the places of the objects that name them. */
const functionsIn = ({ body }: Asked): { path: string; object: JsonObject }[] =>
  (asArray(body.tools) ?? []).flatMap((tool, i) => {
    const object = asObject(asObject(tool)?.function);
    return object ? [{ path: `body.tools[${i}].function`, object }] : [];
  });

/** The names of functions, wherever they are declared. */
export const namesIn = (asked: Asked) =>
  functionsIn(asked).map(({ path, object }) => ({ path: `${path}.name`, value: object.name }));

/** Functions that are declared strict. */
export const strictIn = (asked: Asked): StrictFunction[] =>
  functionsIn(asked)
    .filter(({ object }) => object.strict === true)
    .map(({ path, object }) => ({ path: `${path}.parameters`, parameters: object.parameters }));

/** The function that a run must call, among the tools of the run or, where it names none, of its assistant. */
export function choicesIn({ body, earlier }: Asked): Choice[] {
  const name = asString(asObject(asObject(body.tool_choice)?.function)?.name);
  if (name === undefined) return [];
  const assistant = earlier.findLast(
    (one) => one.operation === 'assistants.create' && madeBy(one).id === body.assistant_id,
  );
  const tools = asArray(body.tools) ?? (assistant && (asArray(askedIn(assistant).tools) ?? []));
  if (!tools) return [];
  const declared = tools.map((tool) => asString(asObject(asObject(tool)?.function)?.name) ?? '');
  return [{ path: 'body.tool_choice.function.name', name, declared }];
}

const unfinished = new Set(['queued', 'in_progress', 'requires_action', 'cancelling']);

/** Every run that was told of, as it was told last. */
function runsIn(exchanges: readonly Exchange[]): JsonObject[] {
  const told = new Map<unknown, JsonObject>();
  for (const exchange of exchanges) {
    for (const value of answersIn(exchange)) {
      if (value.object === 'thread.run') told.set(value.id, value);
    }
  }
  return [...told.values()];
}

function answersIn({ response }: Exchange): JsonObject[] {
  const whole = jsonOf(response.body);
  const values = isJsonObject(whole)
    ? [whole, ...(asArray(whole.data) ?? [])]
    : serverSentEvents(response.body.text).map(({ json }) => json);
  return values.map(asObject).filter((value) => value !== undefined);
}

/** The calls that a run waits for: of functions, or for leave. */
function waitingIn({ required_action: action }: JsonObject): string[] {
  const required = asObject(action) ?? {};
  return idsOf(asObject(required[asString(required.type) ?? ''])?.tool_calls, 'id');
}

const idsOf = (list: unknown, member = 'tool_call_id'): string[] =>
  (asArray(list) ?? []).flatMap((value) => asString(asObject(value)?.[member]) ?? []);
