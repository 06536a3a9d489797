/** Parts of a candidate's content as contents of the contract. Whatever the part, nothing of it is lost. */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import { type Content, WireError } from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';
import { text } from '../shared/json.ts';
import { actionCall } from './actions.ts';
import { codeOutputs } from './outputs.ts';

/** What a part is read with. */
export interface PartContext {
  /** Whether a call of this name acts on a screen. */
  readonly isAction: (name: string) => boolean;
  /** An id for a call that the wire gives none. */
  readonly newId: () => string;
  /** The id of the hosted call that was told last: a result without an id is its. */
  readonly lastHostedId: () => string | undefined;
}

/** Members that say something of a part, and not what it is. */
const besideData = new Set([
  ...['thought', 'thoughtSignature', 'videoMetadata', 'mediaResolution', 'mediaProcessing', 'partMetadata'],
  'speechMetadata',
]);

/** The contract's names for hosted tools. Anything else keeps its own name. */
const toolNames = new Map([
  ['GOOGLE_SEARCH_WEB', 'web-search'],
  ['GOOGLE_SEARCH_IMAGE', 'web-search'],
  ['URL_CONTEXT', 'web-fetch'],
  ['FILE_SEARCH', 'file-search'],
]);

/**
 * What the part says, and after it its signature as reasoning without words: it belongs to the part before it, and goes back
 * with it. A part without words of its own that carries a signature is that reasoning.
 *
 * @throws WireError for a call without a name
 */
export function contentsOfPart(part: JsonObject, context: PartContext): Content[] {
  const words = text(part.text);
  const protectedData = text(part.thoughtSignature);
  if (part.thought === true && words !== undefined) return [thought(part, words, protectedData)];
  const names = Object.keys(part).filter((name) => !besideData.has(name) && part[name] !== null);
  const contents = names.flatMap((name) => contentOf(name, part, context));
  if (protectedData === undefined) return contents;
  return [...contents, { type: 'reasoning', text: '', protectedData, rawRepresentation: part }];
}

function thought(part: JsonObject, words: string, protectedData: string | undefined): Content {
  return defined({
    type: 'reasoning' as const,
    text: words,
    protectedData,
    rawRepresentation: protectedData === undefined ? undefined : part,
  });
}

function contentOf(name: string, part: JsonObject, context: PartContext): Content[] {
  const { [name]: value = null } = part;
  if (name === 'text') return typeof value === 'string' && value !== '' ? [textContent(part, value)] : [];
  return [isJsonObject(value) ? contentOfObject(name, value, part, context) : unknownContent(name, value, part)];
}

function contentOfObject(name: string, value: JsonObject, part: JsonObject, context: PartContext): Content {
  switch (name) {
    case 'functionCall':
      return functionCall(part, value, context);
    case 'executableCode': {
      const { id, ...code } = value;
      return hostedCall('code-interpreter', 'code_execution', code, text(id) ?? context.newId(), part);
    }
    case 'toolCall': {
      const { id, args = {} } = value;
      const type = toolTypeOf(value);
      return hostedCall(toolNames.get(type) ?? type, type, args, text(id) ?? context.newId(), part);
    }
    case 'codeExecutionResult':
      return hostedResult('code-interpreter', value, part, context, codeOutputs(value));
    case 'toolResponse': {
      const type = toolTypeOf(value);
      return hostedResult(toolNames.get(type) ?? type, value, part, context);
    }
    case 'inlineData':
      return defined({
        type: 'data' as const,
        data: text(value.data) ?? '',
        mediaType: text(value.mimeType) ?? 'application/octet-stream',
        name: text(value.displayName),
        rawRepresentation: part,
      });
    case 'fileData':
      return defined({
        type: 'uri' as const,
        uri: text(value.fileUri) ?? '',
        mediaType: text(value.mimeType),
        rawRepresentation: part,
      });
    default:
      return unknownContent(name, value, part);
  }
}

/** As the API itself calls a type that is not said. */
const toolTypeOf = ({ toolType }: JsonObject): string => text(toolType) ?? 'TOOL_TYPE_UNSPECIFIED';

function unknownContent(name: string, value: Json, part: JsonObject): Content {
  return {
    type: 'hosted-tool-result',
    tool: name,
    outputs: [{ type: 'text', text: JSON.stringify(value) }],
    rawRepresentation: part,
  };
}

/** `rawRepresentation` only where there is more than text, so that pieces and whole texts look alike. */
function textContent(part: JsonObject, words: string): Content {
  const { text: _, thoughtSignature: __, thought: ___, ...rest } = part;
  return { type: 'text', text: words, ...(Object.keys(rest).length > 0 ? { rawRepresentation: part } : {}) };
}

/** @throws WireError for a call without a name, which nobody could answer */
function functionCall(part: JsonObject, call: JsonObject, context: PartContext): Content {
  const name = text(call.name);
  if (name === undefined) throw new WireError('A part "functionCall" has no name.');
  const callId = text(call.id) ?? context.newId();
  const args = isJsonObject(call.args) ? call.args : {};
  if (context.isAction(name)) return actionCall(part, name, args, callId);
  return { type: 'function-call', callId, name, arguments: args, rawRepresentation: part };
}

function hostedCall(tool: string, name: string, args: JsonObject[string], callId: string, part: JsonObject): Content {
  return { type: 'hosted-tool-call', callId, tool, name, arguments: args, rawRepresentation: part };
}

function hostedResult(
  tool: string,
  result: JsonObject,
  part: JsonObject,
  context: PartContext,
  outputs = codeOutputs({}),
): Content {
  return defined({
    type: 'hosted-tool-result' as const,
    callId: text(result.id) ?? context.lastHostedId(),
    tool,
    outputs,
    rawRepresentation: part,
  });
}
