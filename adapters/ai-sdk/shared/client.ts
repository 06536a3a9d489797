/** One call of the contract: one step of the library, or as many as the API cuts its turn into. */
import { AISDKError, generateText, type StepResult, streamText, type ToolSet } from 'ai';
import {
  addUsage,
  type CallContext,
  type ChatClient,
  type ChatMessage,
  type ChatOptions,
  type ChatResponse,
  type ClientSettings,
  foldUpdates,
  isContractError,
  limitOf,
  WireError,
} from '../../../spec/contract/index.ts';
import type { Column } from './column.ts';
import { contentsOf } from './contents.ts';
import { secretOf } from './credentials.ts';
import { defined } from './defined.ts';
import { contractError } from './errors.ts';
import { plain } from './json.ts';
import { answeredBy, finishReasonOf, usageOf, warningsOf } from './step.ts';
import { StreamReader } from './stream.ts';

// Warnings are returned; the library would also print them. Documented in its "Warnings" reference.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** A turn that pauses more often than this is given back as it is, with the provider's finish reason. */
const mostContinuations = 10;

export function clientOf(column: Column, settings: ClientSettings): ChatClient {
  const failed = (error: unknown) => contractError(error, column.words, secretOf(settings.credentials));

  return {
    async getResponse(messages: readonly ChatMessage[], options: ChatOptions = {}, { signal } = {}) {
      const steps: StepResult<ToolSet>[] = [];
      let limit = limitOf(settings.timeout, signal);
      try {
        let call = column.call(messages, options);
        for (;;) {
          const { finalStep } = await generateText({ ...call, abortSignal: limit.signal });
          steps.push(finalStep);
          const next = column.continued?.(call, finalStep, finalStep.response.messages);
          if (!next || steps.length > mostContinuations) break;
          call = next;
          limit = limitOf(settings.timeout, signal);
        }
        return response(steps, options, column);
      } catch (error) {
        throw limit.reached() ?? failed(error);
      }
    },

    async *getStreamingResponse(
      messages: readonly ChatMessage[],
      options: ChatOptions = {},
      { signal }: CallContext = {},
    ) {
      const reading = column.reading(options);
      const reader = new StreamReader(reading);
      let limit = limitOf(settings.timeout, signal);
      let begun = false;
      try {
        let call = column.call(messages, options);
        const warnings = column.unsupported(options);
        if (warnings.length > 0) yield { contents: [], warnings };
        for (let continuations = 0; ; continuations++) {
          // Errors come as parts of the stream.
          const result = streamText({ ...call, abortSignal: limit.signal, onError: () => {} });
          reader.end = undefined;
          for await (const part of result.stream) {
            // Of what had arrived by then nothing more is told.
            limit.demand();
            begun ||= part.type === 'start-step';
            yield* reader.read(part);
          }
          limit.demand();
          if (!reader.end) throw new WireError(`The stream of ${column.words.title} ended before its message did.`);
          if (!column.continued) break;
          const next = column.continued(call, reader.end, (await result.finalStep).response.messages);
          if (!next) break;
          if (continuations === mostContinuations) {
            yield { contents: [], finishReason: finishReasonOf(reader.end, reading.isPaused?.(reader.end)) };
            break;
          }
          call = next;
          limit = limitOf(settings.timeout, signal);
        }
      } catch (error) {
        // What the library, or what it is built on, stumbled over by then was the answer.
        throw limit.reached() ?? failed(begun && isBare(error) ? error.name : error);
      }
    },

    /** The bridge creates nothing that stays with the provider. */
    async close() {},
  };
}

/** Neither of the library nor of the contract. */
const isBare = (error: unknown): error is Error =>
  error instanceof Error && !AISDKError.isInstance(error) && !isContractError(error);

/** The steps of one turn as one response. */
function response(steps: readonly StepResult<ToolSet>[], options: ChatOptions, column: Column): ChatResponse {
  const [first] = steps;
  const last = steps.at(-1);
  if (!first || !last) throw new WireError('The AI SDK made no step.');
  const reading = column.reading(options);
  const parts = steps.flatMap((step) => step.content);
  const wholeId = reading.wholeMessageId?.(first);
  // As of a stream: a part that names another message begins it, and thoughts in several parts are one.
  const { messages } = foldUpdates([
    ...parts.map((part, i) => {
      const messageId = reading.messageId?.(part) ?? wholeId;
      return defined({ role: 'assistant' as const, contents: contentsOf(part, reading, parts[i + 1]), messageId });
    }),
    { contents: reading.refusal?.(last) ?? [] },
  ]);
  return {
    messages,
    ...answeredBy(last),
    ...defined({ conversationId: reading.conversationId?.(last) }),
    finishReason: finishReasonOf(last, reading.isPaused?.(last)),
    usage: steps.map(usageOf).reduce(addUsage),
    warnings: [...column.unsupported(options), ...steps.flatMap((step) => warningsOf(step.warnings))],
    rawRepresentation: plain(last.providerMetadata),
  };
}
