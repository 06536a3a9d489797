/** One call of the contract: one step of the library, or as many as the API cuts its turn into. */
import { generateText, type StepResult, streamText, type ToolSet } from 'ai';
import {
  addUsage,
  type CallContext,
  type ChatClient,
  type ChatMessage,
  type ChatOptions,
  type ChatResponse,
  type ClientSettings,
  WireError,
} from '../../../spec/contract/index.ts';
import { actionToolsOf } from './actions.ts';
import { callSettings, continued, unsupportedSettings } from './call.ts';
import { contentsOf, plain } from './contents.ts';
import { contractError, limitOf } from './errors.ts';
import { modelsFor, secretOf } from './model.ts';
import { containerIdOf, finishReasonOf, isPaused, refusal, usageOf, warningsOf } from './step.ts';
import { StreamReader } from './stream.ts';

// Warnings are returned; the library would also print them. Documented in its "Warnings" reference.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** A turn that pauses more often than this is given back as it is, with the finish reason `pause_turn`. */
const mostContinuations = 10;

/**
 * @param adapterId named in errors
 * @throws TypeError when the credentials or the base URL cannot be used
 */
export function createClient(adapterId: string, settings: ClientSettings): ChatClient {
  const context = { settings, adapterId, modelOf: modelsFor(settings) };

  return {
    async getResponse(messages: readonly ChatMessage[], options: ChatOptions = {}, { signal } = {}) {
      const steps: StepResult<ToolSet>[] = [];
      let limit = limitOf(settings.timeout, signal);
      try {
        let call = callSettings(messages, options, context);
        for (;;) {
          const { finalStep } = await generateText({ ...call, abortSignal: limit.signal });
          steps.push(finalStep);
          if (!isPaused(finalStep) || steps.length > mostContinuations) break;
          call = continued(call, finalStep.response.messages, containerIdOf(finalStep));
          limit = limitOf(settings.timeout, signal);
        }
        return response(steps, options);
      } catch (error) {
        throw limit.reached() ?? contractError(error, secretOf(settings.credentials));
      }
    },

    async *getStreamingResponse(
      messages: readonly ChatMessage[],
      options: ChatOptions = {},
      { signal }: CallContext = {},
    ) {
      const reader = new StreamReader(actionToolsOf(options.tools ?? []));
      let limit = limitOf(settings.timeout, signal);
      try {
        let call = callSettings(messages, options, context);
        const warnings = unsupportedSettings(options);
        if (warnings.length > 0) yield { contents: [], warnings };
        for (let continuations = 0; ; continuations++) {
          // Errors come as parts of the stream.
          const result = streamText({ ...call, abortSignal: limit.signal, onError: () => {} });
          reader.end = undefined;
          for await (const part of result.stream) yield* reader.read(part);
          const reached = limit.reached();
          if (reached) throw reached;
          if (!reader.end) throw new WireError('The stream of Anthropic ended before its message did.');
          if (!isPaused(reader.end)) break;
          if (continuations === mostContinuations) {
            yield { contents: [], finishReason: finishReasonOf(reader.end) };
            break;
          }
          call = continued(call, (await result.finalStep).response.messages, containerIdOf(reader.end));
          limit = limitOf(settings.timeout, signal);
        }
      } catch (error) {
        throw limit.reached() ?? contractError(error, secretOf(settings.credentials));
      }
    },

    /** The bridge creates nothing that stays with the provider. */
    async close() {},
  };
}

/** The steps of one turn as one response: one message, under the id of the first. */
function response(steps: readonly [] | readonly StepResult<ToolSet>[], options: ChatOptions): ChatResponse {
  const [first] = steps;
  const last = steps.at(-1);
  if (!first || !last) throw new WireError('The AI SDK made no step.');
  const actions = actionToolsOf(options.tools ?? []);
  const said = steps.flatMap((step) => step.content.flatMap((part) => contentsOf(part, actions)));
  const contents = [...said, ...refusal(last)];
  const messageId = first.response.id;
  return {
    messages: contents.length > 0 ? [{ role: 'assistant', contents, messageId }] : [],
    responseId: last.response.id,
    modelId: last.response.modelId,
    finishReason: finishReasonOf(last),
    usage: steps.map(usageOf).reduce(addUsage),
    warnings: [...unsupportedSettings(options), ...steps.flatMap((step) => warningsOf(step.warnings))],
    rawRepresentation: plain(last.providerMetadata),
  };
}
