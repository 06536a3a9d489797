/** What Anthropic says in words of its own, as contents of the contract. */
import { isJsonObject, type Json } from '../../../files/canonical-json.ts';
import type { Content, Tool } from '../../../spec/contract/index.ts';
import {
  hostedCall,
  hostedResult,
  type Output,
  ownOf,
  type Part,
  type PartOf,
  type Reading,
} from '../shared/contents.ts';
import { defined } from '../shared/defined.ts';
import { asObject, plain, text } from '../shared/json.ts';
import type { StepEnd } from '../shared/step.ts';
import { type ActionTools, actionOf, actionToolsOf } from './actions.ts';

const key = 'anthropic';

/** The contract's names for tools of the provider. Any other keeps its own. */
const toolNames = new Map([
  ['web_search', 'web-search'],
  ['web_fetch', 'web-fetch'],
  ['code_execution', 'code-interpreter'],
]);

/** The library takes several tools of a sandbox for one, and says which it was by a `type` that it puts into the input. */
const inputTypes = ['bash_code_execution', 'text_editor_code_execution', 'programmatic-tool-call'];

export function readingOf(tools: readonly Tool[]): Reading {
  const actions = actionToolsOf(tools);
  // Later steps of a turn go on with the message that the first began.
  let first: string | undefined;
  return {
    key,
    contentsOf: (part) => ownContents(part, actions),
    protectedData: ({ signature, redactedData }) => text(signature) ?? text(redactedData),
    citedFile: ({ file_id: fileId }) => text(fileId),
    messageId(part) {
      first ??= begunMessage(part);
      return first;
    },
    wholeMessageId: ({ response: { id } }) => id,
    refusal,
    isPaused,
  };
}

/** Sources say again what stands in the results of a search and in the citations of a text, so they are left out. */
function ownContents(part: Part, actions: ActionTools): Content[] | undefined {
  switch (part.type) {
    case 'tool-call': {
      const content = part.providerExecuted ? ownHostedCall(part) : actionCall(part, actions);
      return content && [content];
    }
    case 'tool-result':
    case 'tool-error':
      return part.providerExecuted ? [hostedResult(part, toolOf(part).tool, outputsOf)] : [];
    case 'custom':
      return customContents(part);
    default:
      return undefined;
  }
}

/** A call of a tool that is answered by acting. */
function actionCall(part: PartOf<'tool-call'>, actions: ActionTools): Content | undefined {
  const tool = actions.get(part.toolName);
  const input = plain(part.input);
  const action = tool && isJsonObject(input) ? actionOf(tool, input) : undefined;
  if (!tool || !action) return undefined;
  return { type: 'action-call', callId: part.toolCallId, tool, actions: [action], rawRepresentation: plain(part) };
}

function ownHostedCall(part: PartOf<'tool-call'>): Content {
  const { type, ...rest } = asObject(part.input);
  const isTyped = part.toolName === 'code_execution' && typeof type === 'string' && inputTypes.includes(type);
  return hostedCall(part, {
    ...toolOf(part),
    name: isTyped && type.endsWith('_code_execution') ? type : part.toolName,
    arguments: isTyped ? rest : plain(part.input),
  });
}

/** The contract's name for the tool, and the MCP server where it is one's. */
function toolOf({ toolName, providerMetadata }: Pick<PartOf<'tool-call'>, 'toolName' | 'providerMetadata'>) {
  const { type, serverName } = ownOf(providerMetadata, { key });
  if (type === 'mcp-tool-use') return defined({ tool: 'mcp-server', serverName: text(serverName) });
  return { tool: toolNames.get(toolName) ?? toolName };
}

/** Read by members, because every tool has types of its own. */
function outputsOf(given: Json): Output[] {
  if (typeof given === 'string') return given === '' ? [] : [{ type: 'text', text: given }];
  if (Array.isArray(given)) return given.flatMap((item: Json) => outputsOf(item));
  if (!isJsonObject(given)) return [];
  const errorCode = text(given.errorCode) ?? text(given.error_code);
  if (errorCode !== undefined) return [{ type: 'error', message: errorCode, errorCode }];
  const exitCode = given.return_code ?? 0;
  if (exitCode !== 0) {
    const words = [given.stdout, given.stderr].flatMap((member) => text(member) ?? []).join('');
    const message = words === '' ? `The program ended with code ${JSON.stringify(exitCode)}.` : words;
    return [{ type: 'error', message, errorCode: JSON.stringify(exitCode) }];
  }
  if (typeof given.url === 'string') return [{ type: 'uri', uri: given.url }];
  if (typeof given.file_id === 'string') return [{ type: 'hosted-file', fileId: given.file_id }];
  return [given.text, given.stdout, given.stderr, given.content].flatMap((member) => outputsOf(member ?? null));
}

function customContents(part: PartOf<'custom'>): Content[] | undefined {
  // The beginning of a stream; a whole response has none.
  if (part.kind === 'anthropic.message_start') return [];
  const fileId = text(ownOf(part.providerMetadata, { key }).fileId);
  if (part.kind !== 'anthropic.container_upload' || fileId === undefined) return undefined;
  return [{ type: 'hosted-file', fileId, rawRepresentation: plain(part) }];
}

/** The id comes with the beginning of a stream. */
function begunMessage(part: Part): string | undefined {
  if (part.type !== 'custom' || part.kind !== 'anthropic.message_start') return undefined;
  return text(ownOf(part.providerMetadata, { key }).id);
}

/** The API paused a long turn, and goes on with it when what it said is sent back. The library calls that a stop. */
export const isPaused = ({ rawFinishReason }: StepEnd): boolean => rawFinishReason === 'pause_turn';

/** Why the model refused, where the provider says so. */
function refusal({ providerMetadata }: StepEnd): Content[] {
  const { explanation, category } = asObject(ownOf(providerMetadata, { key }).stopDetails);
  if (typeof explanation !== 'string' || explanation === '') return [];
  return [defined({ type: 'error' as const, message: explanation, errorCode: text(category) })];
}
