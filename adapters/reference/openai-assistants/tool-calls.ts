/** Tool calls of a run and of its steps as contents of the contract. Whatever the tool, nothing of it is lost. */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import { type Content, type HostedToolResultContent, WireError } from '../../../spec/contract/index.ts';
import { parsedObject } from '../shared/arguments.ts';
import { defined } from '../shared/defined.ts';
import { list, text } from '../shared/json.ts';

type Output = HostedToolResultContent['outputs'][number];

/**
 * The functions that a run waits for. Each call carries the run, because its result has to name it.
 *
 * @throws WireError where it waits for something else, or for calls that nobody could answer
 */
export function functionCalls(run: JsonObject): Content[] {
  if (run.status !== 'requires_action') return [];
  const { required_action: action } = run;
  const submit = isJsonObject(action) ? action.submit_tool_outputs : undefined;
  const calls = isJsonObject(submit) ? list(submit.tool_calls) : undefined;
  if (!calls) throw new WireError('A run requires an action, and does not say the functions that it calls.');
  return calls.map((call) => functionCall(call, run));
}

function functionCall(call: Json, run: JsonObject): Content {
  const called = isJsonObject(call) ? call.function : undefined;
  const callId = isJsonObject(call) ? text(call.id) : undefined;
  const name = isJsonObject(called) ? text(called.name) : undefined;
  const written = isJsonObject(called) ? text(called.arguments) : undefined;
  if (callId === undefined || name === undefined || written === undefined) {
    throw new WireError('A run calls a function without an id, a name or arguments.');
  }
  const parsed = parsedObject(written);
  const how = parsed ? { arguments: parsed } : { argumentsText: written };
  return { type: 'function-call', callId, name, ...how, rawRepresentation: run };
}

/** The contract's names for hosted tools. Anything else keeps its own name. */
const toolNames = new Map([
  ['code_interpreter', 'code-interpreter'],
  ['file_search', 'file-search'],
]);

/** Members that tools have for what they gave. */
const resultMembers = ['outputs', 'results', 'output'];

/** Hosted tools that a step used, as soon as it is over; without those that were told before. */
export function hostedContents(step: JsonObject, told: ReadonlySet<string>): Content[] {
  const { step_details: details } = step;
  if (step.status === 'in_progress' || !isJsonObject(details)) return [];
  return (list(details.tool_calls) ?? []).flatMap((call) => {
    if (!isJsonObject(call) || call.type === 'function' || told.has(text(call.id) ?? '')) return [];
    return callAndResult(call, step);
  });
}

function callAndResult(call: JsonObject, step: JsonObject): Content[] {
  const type = text(call.type) ?? 'unknown';
  const body = call[type];
  const members = isJsonObject(body) ? body : {};
  const asked = Object.entries(members).filter(([name, value]) => !resultMembers.includes(name) && value !== null);
  const named = { callId: text(call.id) ?? text(step.id) ?? '', tool: toolNames.get(type) ?? type };
  const contents: Content[] = [
    { type: 'hosted-tool-call', ...named, arguments: Object.fromEntries(asked), rawRepresentation: call },
  ];
  const gave = resultMembers.map((name) => members[name] ?? null).find((value) => value !== null);
  if (gave !== undefined) {
    const outputs = (list(gave) ?? [gave]).flatMap(outputsOf);
    contents.push({ type: 'hosted-tool-result', ...named, outputs, rawRepresentation: call });
  } else if (step.status === 'failed') {
    // Why is said of the step.
    contents.push({
      type: 'hosted-tool-result',
      ...named,
      outputs: [failure(step.last_error)],
      rawRepresentation: step,
    });
  }
  return contents;
}

function failure(error: Json | undefined): Output {
  const { code, message } = isJsonObject(error) ? error : {};
  const words = text(message) ?? 'The tool failed without a message.';
  return defined({ type: 'error' as const, message: words, errorCode: text(code) });
}

/** What code printed, images that it drew, and what was found in files. */
function outputsOf(output: Json): Output[] {
  if (typeof output === 'string') return [{ type: 'text', text: output }];
  if (!isJsonObject(output)) return [];
  const { logs, image } = output;
  if (typeof logs === 'string') return [{ type: 'text', text: logs }];
  const made = isJsonObject(image) ? text(image.file_id) : undefined;
  if (made !== undefined) return [{ type: 'hosted-file', fileId: made }];
  const fileId = text(output.file_id);
  return fileId === undefined ? [] : found(output, fileId);
}

/** What was found says which file it is in; its words come only where they were asked for. */
function found(result: JsonObject, fileId: string): Output[] {
  const source = defined({ fileId, title: text(result.file_name) });
  const words = (list(result.content) ?? []).flatMap((part) => (isJsonObject(part) ? (text(part.text) ?? []) : []));
  return (words.length > 0 ? words : ['']).map((each) => ({ type: 'text', text: each, annotations: [source] }));
}
