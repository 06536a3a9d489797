/** Traces: what the agent does by itself, which is told nowhere else. */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import type { Content, HostedToolResultContent, UsageDetails } from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';
import { count, objects, text, wording } from '../shared/json.ts';
import { invocationArguments, invocationName } from './calls.ts';
import { targetOf } from './citations.ts';

type Output = HostedToolResultContent['outputs'][number];

/** What one trace says. */
export interface TraceReading {
  readonly contents: Content[];
  readonly usage?: UsageDetails | undefined;
}

/** The contract's names for what an agent can do by itself, by the stem of the API's names; others keep their own. */
const toolNames = new Map([
  ['codeInterpreterInvocation', 'code-interpreter'],
  ['knowledgeBaseLookup', 'knowledge-bases'],
  ['actionGroupInvocation', 'stateful-function'],
]);

const toolName = (stem: string) => toolNames.get(stem) ?? stem;

/** Reads the traces of one answer, in order: a result of a Lambda function is known by its call. */
export class TraceReader {
  /** Steps in which the provider called an action group by itself. */
  readonly #hosted = new Set<string>();

  /** @param event the payload of a `trace` event: `{ sessionId, trace: { <kind>: { … } }, … }` */
  read(event: JsonObject): TraceReading {
    const kinds = isJsonObject(event.trace) ? Object.entries(event.trace) : [];
    const readings = kinds.flatMap(([kind, step]) => (isJsonObject(step) ? this.#step(kind, step) : []));
    return {
      contents: readings.flatMap(({ contents }) => contents),
      usage: readings.find(({ usage }) => usage)?.usage,
    };
  }

  #step(kind: string, step: JsonObject): TraceReading {
    if (kind === 'failureTrace') return { contents: [failure(step)] };
    const output = step.modelInvocationOutput;
    return {
      contents: [
        ...(isJsonObject(output) ? reasoning(output) : []),
        ...(isJsonObject(step.rationale) ? rationale(step.rationale) : []),
        ...(isJsonObject(step.invocationInput) ? this.#calls(step.invocationInput) : []),
        ...(isJsonObject(step.observation) ? this.#results(step.observation) : []),
      ],
      usage: isJsonObject(output) && isJsonObject(output.metadata) ? usageOf(output.metadata.usage) : undefined,
    };
  }

  #calls(input: JsonObject): Content[] {
    const traceId = text(input.traceId) ?? '';
    return members(input, 'Input').flatMap(([stem, call]): Content[] => {
      // Control returns: an event of its own says so.
      if (call.executionType === 'RETURN_CONTROL') return [];
      this.#hosted.add(traceId);
      const isAction = stem === 'actionGroupInvocation';
      return [
        {
          type: 'hosted-tool-call',
          callId: traceId,
          tool: toolName(stem),
          ...(isAction ? { name: invocationName(stem, { ...call, actionGroup: call.actionGroupName ?? null }) } : {}),
          arguments: isAction ? invocationArguments(call) : call,
          rawRepresentation: input,
        },
      ];
    });
  }

  #results(observation: JsonObject): Content[] {
    const traceId = text(observation.traceId);
    return members(observation, 'Output').flatMap(([stem, result]): Content[] => {
      // What the application itself gave is told again: it is no news.
      if (stem === 'actionGroupInvocation' && !this.#hosted.has(traceId ?? '')) return [];
      return [
        defined({
          type: 'hosted-tool-result' as const,
          callId: traceId,
          tool: toolName(stem),
          outputs: outputsOf(result),
          rawRepresentation: observation,
        }),
      ];
    });
  }
}

/** The members of a call or a result that are objects called `<stem>Input` or `<stem>Output`, by stem. */
const members = (object: JsonObject, ending: 'Input' | 'Output'): [stem: string, value: JsonObject][] =>
  Object.entries(object).flatMap(([name, value]) =>
    name.endsWith(ending) && isJsonObject(value) ? [[name.slice(0, -ending.length), value]] : [],
  );

function rationale(step: JsonObject): Content[] {
  const words = text(step.text) ?? '';
  return words === '' ? [] : [{ type: 'reasoning', text: words, rawRepresentation: step }];
}

/** Source: `ReasoningContentBlock`. */
function reasoning({ reasoningContent: block }: JsonObject): Content[] {
  if (!isJsonObject(block)) return [];
  const { reasoningText, redactedContent } = block;
  const words = isJsonObject(reasoningText) ? reasoningText : {};
  return [
    defined({
      type: 'reasoning' as const,
      text: text(words.text) ?? '',
      protectedData: text(words.signature) ?? text(redactedContent),
      rawRepresentation: block,
    }),
  ];
}

function failure(step: JsonObject): Content {
  return defined({
    type: 'error' as const,
    message: wording(step.failureReason) ?? 'The agent failed without a reason.',
    errorCode: typeof step.failureCode === 'number' ? String(step.failureCode) : undefined,
    rawRepresentation: step,
  });
}

function usageOf(usage: Json | undefined): UsageDetails | undefined {
  if (!isJsonObject(usage)) return undefined;
  return defined({ inputTokens: count(usage.inputTokens), outputTokens: count(usage.outputTokens) });
}

/** What is plain to see of a result; the rest stays in `rawRepresentation`. */
function outputsOf(result: JsonObject): Output[] {
  const { executionOutput, executionError, executionTimeout, output } = result;
  return [
    ...words(executionOutput),
    ...words(result.text),
    ...words(isJsonObject(output) ? output.text : undefined),
    ...(typeof executionError === 'string' && executionError !== ''
      ? [{ type: 'error' as const, message: executionError }]
      : []),
    ...(executionTimeout === true ? [{ type: 'error' as const, message: 'The code ran too long.' }] : []),
    ...objects(result.retrievedReferences).flatMap(referenceOutput),
  ];
}

const words = (value: Json | undefined): Output[] =>
  typeof value === 'string' && value !== '' ? [{ type: 'text', text: value }] : [];

/** The words that were found, with where they stand. */
function referenceOutput(reference: JsonObject): Output[] {
  const found = isJsonObject(reference.content) ? text(reference.content.text) : undefined;
  return [{ type: 'text', text: found ?? '', annotations: [targetOf(reference)], rawRepresentation: reference }];
}
