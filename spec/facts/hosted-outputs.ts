/**
 * What a hosted tool's result says in the contract's words, held against the provider's own payload: its words and addresses
 * are there, nothing is made up, and a failure is told as one.
 */
import { isJsonObject, type Json } from '../../lib/canonical-json.ts';
import { copyJson } from '../../lib/copy-json.ts';

/** One of the outputs of a `HostedToolResultContent`, as far as it is judged here. */
export interface HostedOutput {
  readonly type: string;
  readonly text?: string;
  readonly message?: string;
  readonly uri?: string;
  readonly annotations?: readonly unknown[];
}

/** Members that hold words for people, in every provider's spelling. */
const wordMembers = new Set([
  'text',
  'logs',
  'stdout',
  'stdOut',
  'stderr',
  'stdErr',
  'output',
  'executionOutput',
  'executionError',
  'message',
  'error_message',
]);

const addressMembers = new Set(['url', 'uri', 'retrievedUrl']);

/** Members that tell of the tool, of the request or of the answer's own text, and not of what came of the call. */
const besides = new Set([
  'metadata',
  'annotations',
  'attributes',
  'tools',
  'input_schema',
  'groundingSupports',
  'searchEntryPoint',
  'customMetadata',
  'citations',
]);

/** What differs, in words; empty where the outputs say what the payload says. */
export function differingOutputs(payload: Json, failed: boolean, outputs: readonly HostedOutput[]): string[] {
  const said = outputs.flatMap(leavesOfOutput);
  const isSaid = (piece: string) => said.some((one) => one.includes(piece));
  const written = leaves(payload).flatMap((text) => [text, ...leavesWithin(text)]);
  const words = wordsIn(payload);
  return [
    ...words
      .filter((word) => !isSaid(word) && !wordsWithin(word)?.every(isSaid))
      .map((word) => `the text ${quoted(word)} is not in its outputs`),
    ...addressesIn(payload)
      .filter((address) => !isSaid(address))
      .map((address) => `the URL ${quoted(address)} is not in its outputs`),
    ...outputs
      .flatMap(({ type, text = '' }) => (type === 'text' && text.trim() !== '' ? [text] : []))
      .filter((text) => !written.some((one) => one.includes(text) || text.includes(one)))
      .map((text) => `the text ${quoted(text)} is invented`),
    ...outputs.filter(isEmptyBlock).map(({ type }) => `an output of type "${type}" is empty`),
    ...exitCodesIn(payload)
      .filter((code) => !isSaid(code))
      .map((code) => `the exit code ${code} is not in its outputs`),
    ...(failed && !outputs.some(({ type }) => type === 'error') ? ['a failure is sent as a success'] : []),
    ...(!failed && outputs.some(({ type }) => type === 'error') ? ['a success is sent as a failure'] : []),
  ];
}

/** Text may have no words and say where there are some. */
const isEmptyBlock = ({ type, text, message, annotations = [] }: HostedOutput): boolean =>
  (type === 'text' && text === '' && annotations.length === 0) || (type === 'error' && message === '');

const exitMembers = new Set(['exitCode', 'exit_code', 'return_code']);

/** Codes other than 0 by which programs say that they failed. */
function exitCodesIn(value: Json): string[] {
  if (typeof value === 'string') return /^\s*[[{]/.test(value) ? exitCodesIn(parsed(value)) : [];
  if (Array.isArray(value)) return value.flatMap(exitCodesIn);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    typeof member === 'number'
      ? exitMembers.has(name) && member !== 0
        ? [String(member)]
        : []
      : exitCodesIn(member ?? null),
  );
}

const quoted = (text: string): string => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);

/** The words of what is written as JSON within a text; `undefined` where it is none. */
const wordsWithin = (text: string): string[] | undefined =>
  /^\s*[[{]/.test(text) && parsed(text) !== null ? wordsIn(parsed(text)) : undefined;

/** Strings of a member, wherever they stand, and of the payload that is a string itself. */
function wordsIn(value: Json): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value];
  return under(value, (name) => wordMembers.has(name)).filter((word) => word.trim() !== '');
}

/** Bytes within an address are media, which are compared as such. */
const addressesIn = (value: Json): string[] =>
  under(value, (name) => addressMembers.has(name)).filter((address) => !/^data:/i.test(address));

function under(value: Json, isWanted: (name: string) => boolean): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => under(item, isWanted));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    if (besides.has(name)) return [];
    return typeof member === 'string' ? (isWanted(name) ? [member] : []) : under(member ?? null, isWanted);
  });
}

function leaves(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(leaves);
  return isJsonObject(value) ? Object.values(value).flatMap((member) => leaves(member ?? null)) : [];
}

/** What an output says; of one that is the payload as JSON text, what that says. */
function leavesOfOutput(output: HostedOutput): string[] {
  const own = leaves(copyJson(output) ?? null);
  return [...own, ...own.flatMap(leavesWithin)];
}

/** What is written as JSON within a text. */
const leavesWithin = (text: string): string[] => (/^\s*[[{]/.test(text) ? leaves(parsed(text)) : []);

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}
