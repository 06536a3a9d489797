/** What a hosted tool gave, where it is plain to see. The rest stays in the block's `rawRepresentation`. */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import type { HostedToolResultContent } from '../../../spec/contract/index.ts';
import { objects, text, wording } from '../shared/json.ts';

type Output = HostedToolResultContent['outputs'][number];

/**
 * Read by members and not by types: `code_execution_result`, `bash_code_execution_result` and whatever comes next all say
 * `stdout`, every `…_error` has an `error_code`, every file a `file_id`.
 */
export function outputsOf(block: JsonObject): Output[] {
  if (block.is_error === true) {
    const said =
      text(block.content) ??
      objects(block.content)
        .map((part) => part.text)
        .join('\n');
    return [{ type: 'error', message: wording(said) ?? 'The tool failed without a message.' }];
  }
  return payloadOutputs(block);
}

function payloadOutputs(payload: Json | undefined): Output[] {
  if (typeof payload === 'string') return textOutput(payload);
  if (Array.isArray(payload)) return payload.flatMap((item: Json) => payloadOutputs(item));
  if (!isJsonObject(payload)) return [];
  const { error_code: code, error_message: message, url, file_id: fileId } = payload;
  if (typeof code === 'string') {
    return [
      {
        type: 'error',
        message: wording(message) ?? wording(code) ?? 'The tool failed without a message.',
        errorCode: code,
      },
    ];
  }
  if (typeof url === 'string') return [{ type: 'uri', uri: url }];
  if (typeof fileId === 'string') return [{ type: 'hosted-file', fileId }];
  return [
    ...textOutput(payload.text),
    ...textOutput(payload.stdout),
    ...standardError(payload),
    ...payloadOutputs(payload.content),
  ];
}

function textOutput(words: Json | undefined): Output[] {
  return typeof words === 'string' && words !== '' ? [{ type: 'text', text: words }] : [];
}

/** Programs warn on `stderr` too; only a code other than 0 says that they failed. */
function standardError(payload: JsonObject): Output[] {
  const { stderr, return_code: code } = payload;
  if (typeof code !== 'number' || code === 0) return textOutput(stderr);
  return [
    { type: 'error', message: wording(stderr) ?? `The program ended with code ${code}.`, errorCode: String(code) },
  ];
}
