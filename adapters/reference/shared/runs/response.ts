/** From a run, its steps and its messages to a response of the contract. Pure. */
import { isJsonObject, type JsonObject } from '../../../../files/canonical-json.ts';
import {
  type ChatResponse,
  type ChatResponseUpdate,
  type Content,
  foldUpdates,
} from '../../../../spec/contract/index.ts';
import { defined } from '../defined.ts';
import { text } from '../json.ts';
import { ending, identity } from './ending.ts';
import { messageContents } from './message-parts.ts';
import { waitingCalls } from './required-action.ts';
import { hostedContents } from './tool-calls.ts';

/** What is listed of a run, oldest first. */
export interface Listed {
  readonly steps: readonly unknown[];
  readonly messages: readonly unknown[];
}

/**
 * Step by step; messages that no step tells of come after, what the run waits for last.
 *
 * @param told ids of messages and tool calls that earlier calls told
 * @throws WireError for calls that nobody could answer
 */
export function responseOf(
  run: JsonObject,
  { steps, messages }: Listed,
  told: ReadonlySet<string | undefined>,
): ChatResponse {
  const untold = new Map(
    messages.filter(isJsonObject).flatMap((message): [string, JsonObject][] => {
      const id = text(message.id) ?? '';
      const isOurs = message.role === 'assistant' && message.run_id === run.id && !told.has(id);
      return isOurs ? [[id, message]] : [];
    }),
  );
  const updates: ChatResponseUpdate[] = [];
  for (const step of steps.filter(isJsonObject)) {
    const id = messageIdOf(step);
    const message = untold.get(id);
    untold.delete(id);
    if (message) updates.push(updateOf(messageContents(message), id));
    else updates.push(updateOf(hostedContents(step, told, run.status !== 'requires_action')));
  }
  for (const [id, message] of untold) updates.push(updateOf(messageContents(message), id));
  updates.push(updateOf(waitingCalls(run)));
  const refused = updates.some(({ contents }) => contents.some(({ type }) => type === 'error'));
  return { ...foldUpdates(updates), ...identity(run), ...ending(run, refused), rawRepresentation: run };
}

/** The message that a step made. */
function messageIdOf({ step_details: details }: JsonObject): string {
  const made = isJsonObject(details) ? details.message_creation : undefined;
  return (isJsonObject(made) ? text(made.message_id) : undefined) ?? '';
}

const updateOf = (contents: Content[], messageId?: string): ChatResponseUpdate =>
  defined({ role: 'assistant' as const, contents, messageId });
