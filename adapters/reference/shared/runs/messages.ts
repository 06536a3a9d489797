/** Messages of the contract as what is said in a thread. Source: `MessageCreateParams`, `RunSubmitToolOutputsParams`. */
import { isJsonObject, type JsonObject } from '../../../../lib/canonical-json.ts';
import type { ChatMessage, Content } from '../../../../spec/contract/index.ts';
import { resultText } from '../contents.ts';
import type { Errors } from '../errors.ts';
import { defined, nonEmpty, text } from '../json.ts';

/** What goes out of a conversation. */
interface Talk {
  readonly messages: readonly JsonObject[];
  /** What the application answers, and the run that waits for it. */
  readonly submission: Submission | undefined;
  /** What system messages say: a thread has no such messages, so each run is told. */
  readonly instructions: string | undefined;
}

export interface Submission {
  readonly runId: string;
  /** Results of functions, and leave to call tools, in the words of the API. */
  readonly outputs: readonly JsonObject[];
  readonly approvals: readonly JsonObject[];
}

/**
 * Of a thread that the provider keeps, only what came after the assistant's last word is sent.
 *
 * @param kept whether there is such a thread
 * @param tools types of the declared tools that can look into attached files
 * @throws ProviderError (code `invalid_request_error`) for what a thread has no words for
 */
export function talkOf(
  messages: readonly ChatMessage[],
  kept: boolean,
  tools: readonly string[],
  errors: Errors,
): Talk {
  const unsaid = kept ? messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1) : messages;
  const said = unsaid.flatMap(({ role, contents }) =>
    role === 'system' ? [] : messageOf(role, contents, tools, errors),
  );
  const system = messages
    .filter(({ role }) => role === 'system')
    .map(({ contents }) => contents.map((content) => systemText(content, errors)).join(''));
  const instructions = system.join('\n\n') || undefined;
  const answers = unsaid.flatMap(({ contents }) => contents).filter(isAnswer);
  if (answers.length === 0) return { messages: said, submission: undefined, instructions };
  if (!kept) {
    throw errors.invalidRequest('results of functions are given to a run of a thread, so they need its conversationId');
  }
  if (said.length > 0) {
    throw errors.invalidRequest('a run that waits for results of functions takes nothing else before it is over');
  }
  const outputs = answers.flatMap((content) =>
    content.type === 'function-result' ? [{ tool_call_id: content.callId, output: resultText(content) }] : [],
  );
  const approvals = answers.flatMap((content) =>
    content.type === 'approval-response' ? [{ tool_call_id: content.requestId, approve: content.approved }] : [],
  );
  return { messages: [], submission: { runId: waitingRun(messages, errors), outputs, approvals }, instructions };
}

type Answer = Extract<Content, { type: 'function-result' | 'approval-response' }>;

function isAnswer(content: Content): content is Answer {
  return content.type === 'function-result' || content.type === 'approval-response';
}

/** The run whose calls the assistant passed on last: each call, and each wish for leave, carries it. */
function waitingRun(messages: readonly ChatMessage[], { invalidRequest }: Errors): string {
  const asked = messages
    .flatMap(({ contents }) => contents)
    .filter((content) => content.type === 'function-call' || content.type === 'approval-request');
  const run = asked.at(-1)?.rawRepresentation;
  const id = isJsonObject(run) && run.object === 'thread.run' ? text(run.id) : undefined;
  if (id === undefined) {
    throw invalidRequest('which run waits for the results is not known: its calls came without rawRepresentation');
  }
  return id;
}

/** None where there is nothing in it: the API refuses those. */
function messageOf(
  role: ChatMessage['role'],
  contents: readonly Content[],
  tools: readonly string[],
  errors: Errors,
): JsonObject[] {
  const content = contents.flatMap((each) => partOf(each, role, errors));
  const files = contents.flatMap(attachedFile);
  if (content.length === 0 && files.length === 0) return [];
  const attachments = files.map((fileId) => ({ file_id: fileId, tools: tools.map((type) => ({ type })) }));
  return [defined({ role: role === 'assistant' ? 'assistant' : 'user', content, attachments: nonEmpty(attachments) })];
}

/** Images are shown to the model; every other file is attached, for tools. */
function attachedFile(content: Content): string[] {
  return content.type === 'hosted-file' && !content.mediaType?.startsWith('image/') ? [content.fileId] : [];
}

function partOf(content: Content, role: string, { invalidRequest }: Errors): JsonObject[] {
  switch (content.type) {
    case 'text':
      return content.text === '' ? [] : [{ type: 'text', text: content.text }];
    case 'hosted-file':
      return attachedFile(content).length > 0 ? [] : [{ type: 'image_file', image_file: { file_id: content.fileId } }];
    case 'uri':
      if (content.mediaType === undefined || content.mediaType.startsWith('image/')) {
        return [{ type: 'image_url', image_url: { url: content.uri } }];
      }
      throw invalidRequest(`a thread takes images by their address, and no ${content.mediaType}`);
    case 'function-result':
    case 'approval-response':
      return [];
    case 'error':
      // A thread takes no refusal; what the model said instead of an answer are words as well.
      return content.errorCode === 'refusal' ? [{ type: 'text', text: content.message }] : [];
  }
  throw invalidRequest(`a message of role "${role}" holds "${content.type}", which a thread has no word for`);
}

function systemText(content: Content, { provider, invalidRequest }: Errors): string {
  if (content.type === 'text') return content.text;
  throw invalidRequest(`a system message holds "${content.type}"; ${provider} takes text alone`);
}

/** What was told of a conversation's runs before, by id: messages, and what hosted tools did. */
export function toldIn(messages: readonly ChatMessage[]): ReadonlySet<string | undefined> {
  return new Set(
    messages.flatMap(({ messageId, contents }) => [
      messageId,
      ...contents.map((content) => ('callId' in content ? content.callId : undefined)),
    ]),
  );
}
