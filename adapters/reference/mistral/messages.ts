/** Messages of the contract as entries of a conversation. Source: `InputEntries`, `ToolCallConfirmation`. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import type { ChatMessage, Content, Warning } from '../../../spec/contract/index.ts';
import { unsendable } from '../shared/mistral/errors.ts';
import { resultText } from '../shared/result-text.ts';
import { assistantEntries } from './assistant-entries.ts';
import { chunkOf, said } from './user-chunks.ts';

/** What goes out of a conversation. */
export interface Conversation {
  readonly inputs: readonly JsonObject[];
  /** Leave that is given or refused. */
  readonly confirmations: readonly JsonObject[];
  /** What system messages say: there are no such entries, so a conversation is told when it begins. */
  readonly system: readonly string[];
  readonly warnings: readonly Warning[];
}

/**
 * @param appends whether Mistral has all up to the assistant's last word already
 * @throws ProviderError (code `invalid_request_error`) for what the API has no entry for
 */
export function conversation(messages: readonly ChatMessage[], appends: boolean): Conversation {
  const warnings: Warning[] = [];
  const inputs: JsonObject[] = [];
  const confirmations: JsonObject[] = [];
  const unsaid = appends ? messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1) : messages;
  for (const { role, contents } of unsaid) {
    switch (role) {
      case 'system':
        if (appends) throw unsendable('a conversation takes no system message once it has begun');
        break;
      case 'assistant':
        inputs.push(...assistantEntries(contents, warnings));
        break;
      case 'user':
      case 'tool':
        answers(contents, inputs, confirmations, warnings);
        break;
      default:
        throw unsendable(`a message has the unknown role ${JSON.stringify(role)}`);
    }
  }
  if (confirmations.length > 0 && !appends) {
    throw unsendable('leave is given within a conversation that Mistral keeps, so it needs its conversationId');
  }
  const system = messages.filter(({ role }) => role === 'system').map(({ contents }) => contents.map(words).join(''));
  return { inputs, confirmations, system, warnings };
}

/** Chunks that stand together are one entry; a result between them parts them. */
function answers(
  contents: readonly Content[],
  inputs: JsonObject[],
  confirmations: JsonObject[],
  warnings: Warning[],
): void {
  let chunks: JsonObject[] = [];
  const flush = () => {
    inputs.push(...said('user', chunks));
    chunks = [];
  };
  for (const content of contents) {
    switch (content.type) {
      case 'function-result':
        flush();
        inputs.push({ type: 'function.result', tool_call_id: content.callId, result: resultText(content) });
        break;
      case 'approval-response':
        if (content.reason !== undefined) warnings.push(unsaidReason);
        confirmations.push({
          tool_call_id: content.requestId,
          confirmation: content.approved ? 'allow' : 'deny',
        });
        break;
      default:
        chunks.push(...chunkOf(content));
    }
  }
  flush();
}

const unsaidReason: Warning = {
  code: 'unsupported-setting',
  message: 'reason of an approval-response was not sent: Mistral takes "allow" or "deny" and no words.',
};

function words(content: Content): string {
  if (content.type === 'text') return content.text;
  throw unsendable(`a system message holds "${content.type}"; Mistral takes text alone`);
}
