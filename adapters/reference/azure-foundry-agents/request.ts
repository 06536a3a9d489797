/** From the contract to what is sent for one call. Pure: nothing is sent here. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import {
  type ChatMessage,
  type ChatOptions,
  type ClientSettings,
  mergePatch,
  type Tool,
  type Warning,
} from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';
import { nonEmpty, sendable } from '../shared/json.ts';
import { type Submission, type Talk, talkOf, toldIn } from '../shared/runs/messages.ts';
import { headersFor, serversOf } from './mcp.ts';
import { provider } from './provider.ts';
import { surfaceOf } from './sdk.ts';
import { declaration, toolChoice } from './tools.ts';

export interface RequestContext {
  readonly settings: Pick<ClientSettings, 'model' | 'surface'>;
  readonly adapterId: string;
}

/** All that one call sends, in bodies. */
export interface Plan {
  /** The agent that shall answer: model, instructions, tools. */
  readonly agent: JsonObject;
  /** The thread to go on with; a new one where absent. */
  readonly threadId: string | undefined;
  readonly messages: readonly JsonObject[];
  /** The run to be made, without its agent; or what a run that waits is given. */
  readonly ask: { readonly run: JsonObject } | { readonly runId: string; readonly outputs: JsonObject };
  /** Whether the text of what file search finds is asked for. */
  readonly includesFound: boolean;
  /** Ids of what earlier calls told. */
  readonly told: ReadonlySet<string | undefined>;
  readonly warnings: readonly Warning[];
}

/**
 * What belongs to the model and its tools is said of the agent, how it shall answer of the run: there too how MCP servers are
 * spoken to, and whether to ask before. `rawRepresentation` patches the request that makes the model answer: that of the run, or the
 * submission.
 *
 * @throws errors of the contract: the tools are unsupported or invalid, or a message has no words in this API
 */
export function planCall(messages: readonly ChatMessage[], options: ChatOptions, context: RequestContext): Plan {
  const { settings, adapterId } = context;
  const declared = options.tools ?? [];
  const { tools, resources, warnings } = declaration(declared, adapterId, surfaceOf(settings));
  const looking = tools.flatMap(({ type }) => (type === 'code_interpreter' || type === 'file_search' ? [type] : []));
  const talk = talkOf(messages, options.conversationId !== undefined, looking, provider);
  return {
    agent: sendable(
      defined({
        model: options.modelId ?? settings.model,
        instructions: options.instructions || undefined,
        tools: nonEmpty(tools),
        tool_resources: resources,
      }),
    ),
    threadId: options.conversationId,
    messages: sendable([...talk.messages]),
    ask: question(talk, options, messages),
    includesFound: looking.includes('file_search'),
    told: toldIn(messages),
    warnings: [...warnings, ...unsupportedSettings(options), ...unsaidReasons(talk, messages)],
  };
}

function question(talk: Talk, options: ChatOptions, messages: readonly ChatMessage[]): Plan['ask'] {
  const patched = (body: JsonObject) =>
    sendable(options.rawRepresentation ? mergePatch(body, options.rawRepresentation) : body);
  if (talk.submission) {
    return {
      runId: talk.submission.runId,
      outputs: patched(submitted(talk.submission, options.tools ?? [], messages)),
    };
  }
  const run = defined({
    additional_instructions: talk.instructions,
    tool_choice: toolChoice(options),
    parallel_tool_calls: options.allowMultipleToolCalls,
    max_completion_tokens: options.maxOutputTokens,
    temperature: options.temperature,
    tool_resources: serversOf(options.tools ?? []),
  });
  return { run: patched(run) };
}

/** With leave goes what the server is to be asked with: the provider does not keep it. Source: `ToolApproval`. */
function submitted(
  { outputs, approvals }: Submission,
  tools: readonly Tool[],
  messages: readonly ChatMessage[],
): JsonObject {
  const withHeaders = approvals.map((approval) =>
    defined({ ...approval, headers: headersFor(String(approval.tool_call_id), tools, messages) }),
  );
  return defined({ tool_outputs: nonEmpty(outputs), tool_approvals: nonEmpty(withHeaders) });
}

/** Settings that the API lacks. Break-glass (`rawRepresentation`) can still send them to whoever takes them. */
function unsupportedSettings({ stopSequences, reasoning, store }: ChatOptions): Warning[] {
  const reasons = [
    ...(stopSequences && stopSequences.length > 0
      ? ['stopSequences were not sent: Azure AI Foundry Agents have none.']
      : []),
    ...(reasoning === undefined ? [] : ['reasoning was not sent: Azure AI Foundry Agents have no member for it.']),
    ...(store === undefined
      ? []
      : ['store was not sent: Azure AI Foundry keeps a thread until it is deleted, which close() does.']),
  ];
  return reasons.map((message) => ({ code: 'unsupported-setting', message }));
}

/** Why leave is given or not has no place on the wire. */
function unsaidReasons({ submission }: Talk, messages: readonly ChatMessage[]): Warning[] {
  const answered = new Set(submission?.approvals.map(({ tool_call_id: id }) => id));
  const isUnsaid = messages.some(({ contents }) =>
    contents.some((c) => c.type === 'approval-response' && answered.has(c.requestId) && c.reason !== undefined),
  );
  const message = 'reason of an approval was not sent: Azure AI Foundry Agents take yes or no.';
  return isUnsaid ? [{ code: 'unsupported-setting', message }] : [];
}
