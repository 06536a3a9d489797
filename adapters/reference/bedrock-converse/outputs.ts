/** What a hosted tool gave, where it is plain to see. The rest stays in the block's `rawRepresentation`. */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import type { HostedToolResultContent } from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';
import { list, text } from '../shared/json.ts';
import { isMedia, mediaFromBlock } from './media.ts';
import { memberOf } from './union.ts';

type Output = HostedToolResultContent['outputs'][number];

/** The outputs of a `toolResult`; all words of one that failed are errors. */
export function outputsOf({ content, status }: JsonObject): Output[] {
  const outputs = (list(content) ?? []).flatMap(outputsOfPart);
  if (status !== 'error') return outputs;
  const failed = outputs.map(
    (output): Output => (output.type === 'text' ? { type: 'error', message: output.text } : output),
  );
  return failed.length > 0 ? failed : [{ type: 'error', message: 'The tool failed without a message.' }];
}

function outputsOfPart(part: Json): Output[] {
  const [name = '', value = null] = memberOf(part) ?? [];
  if (name === 'text') return outputsOfText(text(value) ?? '');
  if (name === 'json') return isJsonObject(value) ? outputsOfJson(value) : [];
  const media = isMedia(name) ? mediaFromBlock(name, value) : undefined;
  return media ? [media] : [];
}

/** What the code interpreter gave is JSON; it has been seen as such, and in text. */
function outputsOfText(words: string): Output[] {
  try {
    const value: unknown = JSON.parse(words);
    if (isJsonObject(value) && value.stdOut !== undefined) return outputsOfJson(value);
  } catch {
    // Words, then.
  }
  return words === '' ? [] : [{ type: 'text', text: words }];
}

/** Programs warn on stderr too; only a code other than 0 says that they failed. */
function outputsOfJson({ stdOut, stdErr, exitCode, isError }: JsonObject): Output[] {
  const printed = text(stdOut) ?? '';
  const warned = text(stdErr) ?? '';
  const failed = isError === true || (typeof exitCode === 'number' && exitCode !== 0);
  const output: Output[] = printed === '' ? [] : [{ type: 'text', text: printed }];
  if (!failed) return warned === '' ? output : [...output, { type: 'text', text: warned }];
  const message = warned || 'The program failed without a message.';
  return [
    ...output,
    defined({ type: 'error' as const, message, errorCode: exitCode === undefined ? undefined : String(exitCode) }),
  ];
}
