/** From the contract to what is sent for one call. Pure: nothing is sent here. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import {
  type ChatMessage,
  type ChatOptions,
  type ClientSettings,
  mergePatch,
  type Warning,
} from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';
import { nonEmpty, sendable } from '../shared/json.ts';
import { type Talk, talkOf, toldIn } from '../shared/runs/messages.ts';
import { provider } from './provider.ts';
import { declaration, toolChoice } from './tools.ts';

export interface RequestContext {
  readonly settings: Pick<ClientSettings, 'model'>;
  readonly adapterId: string;
}

/** All that one call sends, in bodies. */
export interface Plan {
  /** The assistant that shall answer: model, instructions, tools. */
  readonly assistant: JsonObject;
  /** The thread to go on with; a new one where absent. */
  readonly threadId: string | undefined;
  readonly messages: readonly JsonObject[];
  /** The run to be made, without its assistant; or what a run that waits is given. */
  readonly ask: { readonly run: JsonObject } | { readonly runId: string; readonly outputs: JsonObject };
  /** Whether the text of what file search finds is asked for. */
  readonly includesFound: boolean;
  /** Ids of what earlier calls told. */
  readonly told: ReadonlySet<string | undefined>;
  readonly warnings: readonly Warning[];
}

/**
 * What belongs to the model and its tools is said of the assistant, how it shall answer of the run. `rawRepresentation` patches
 * the request that makes the model answer: that of the run, or the submission.
 *
 * @throws errors of the contract: the tools are unsupported or invalid, or a message has no words in this API
 */
export function planCall(messages: readonly ChatMessage[], options: ChatOptions, context: RequestContext): Plan {
  const { tools, resources } = declaration(options.tools ?? [], context.adapterId);
  const looking = tools.flatMap(({ type }) => (type === 'code_interpreter' || type === 'file_search' ? [type] : []));
  const talk = talkOf(messages, options.conversationId !== undefined, looking, provider);
  return {
    assistant: sendable(
      defined({
        model: options.modelId ?? context.settings.model,
        instructions: options.instructions || undefined,
        tools: nonEmpty(tools),
        tool_resources: resources,
      }),
    ),
    threadId: options.conversationId,
    messages: sendable([...talk.messages]),
    ask: question(talk, options),
    includesFound: looking.includes('file_search'),
    told: toldIn(messages),
    warnings: unsupportedSettings(options),
  };
}

function question({ submission, instructions }: Talk, options: ChatOptions): Plan['ask'] {
  const patched = (body: JsonObject) =>
    sendable(options.rawRepresentation ? mergePatch(body, options.rawRepresentation) : body);
  if (submission) return { runId: submission.runId, outputs: patched({ tool_outputs: submission.outputs }) };
  const run = defined({
    additional_instructions: instructions,
    tool_choice: toolChoice(options),
    parallel_tool_calls: options.allowMultipleToolCalls,
    max_completion_tokens: options.maxOutputTokens,
    temperature: options.temperature,
    reasoning_effort: options.reasoning?.effort,
  });
  return { run: patched(run) };
}

/** Settings that the API lacks. Break-glass (`rawRepresentation`) can still send them to whoever takes them. */
function unsupportedSettings({ stopSequences, reasoning, store }: ChatOptions): Warning[] {
  const reasons = [
    ...(stopSequences && stopSequences.length > 0 ? ['stopSequences were not sent: OpenAI Assistants have none.'] : []),
    ...(reasoning?.budgetTokens === undefined
      ? []
      : ['reasoning.budgetTokens was not sent: OpenAI Assistants take an effort, no budget.']),
    ...(store === undefined
      ? []
      : ['store was not sent: OpenAI keeps a thread until it is deleted, which close() does.']),
  ];
  return reasons.map((message) => ({ code: 'unsupported-setting', message }));
}
