import { isJsonObject, type Json } from '../../files/canonical-json.ts';
import type { Exchange } from '../../recordings/format/exchange.ts';
import type { Content } from '../contract/index.ts';
import { type Check, type CheckOutcome, contractSource, type JudgedStep, notApplicable, sum } from './check.ts';
import { newMessages } from './lib/new-messages.ts';

export const check: Check = {
  id: 'attachments-on-the-wire',
  level: 'MUST',
  title:
    'What the user shows the model goes out: bytes as they are and said to be what they are, addresses, files of the provider.',
  reason:
    'A model that was not given the picture answers all the same. One that is told another media type cannot read it, or reads something else.',
  sources: [contractSource, { title: 'M.E.AI DataContent, UriContent, HostedFileContent' }],
  judge: ({ case: { kind }, steps }) => (kind === 'refusal' ? notApplicable : sum(steps.map(judgeStep))),
};

/** A text on the wire, with the objects around it. */
interface Placed {
  readonly text: string;
  readonly around: readonly Json[];
}

function judgeStep({ step, requests, path }: JudgedStep): CheckOutcome {
  const [request] = requests;
  if (!request) return notApplicable;
  const asked = newMessages(step.messages, request.options);
  const place = step.messages.length - asked.length;
  const texts = step.exchanges.flatMap(textsOf);
  const read = requests.flatMap(({ messages }) => messages.flatMap((message) => message.contents));
  return sum(
    asked.flatMap(({ role, contents }, m) =>
      contents.map((content, c) =>
        role === 'user'
          ? judgeContent(content, texts, read, `${path}.messages[${place + m}].contents[${c}]`)
          : notApplicable,
      ),
    ),
  );
}

function judgeContent(
  content: Content,
  texts: readonly Placed[],
  read: readonly Content[],
  adapterPath: string,
): CheckOutcome {
  const [key, words] = keysOf(content);
  if (key === undefined) return notApplicable;
  if (words !== undefined && texts.some(({ text }) => text.includes(words))) return { compared: 1, findings: [] };
  const found = texts.filter(({ text }) => text.includes(key));
  const fail = (message: string): CheckOutcome => ({ compared: 1, findings: [{ message, adapterPath }] });
  const shown = content.type === 'data' ? `the ${key.length} characters of its bytes` : `"${key}"`;
  if (found.length === 0)
    return fail(`the user’s ${content.type} content is not on the wire: nothing there holds ${shown}`);
  const typed = read.filter((one): one is Typed => typeOf(one) !== undefined && keysOf(one)[0] === key);
  const wanted = typeOf(content);
  if (typed.some((one) => typeOf(one) === wanted)) return { compared: 1, findings: [] };
  if (content.type === 'uri' && wanted !== undefined && typed[0])
    return fail(`the user’s "${key}" is ${wanted}, and the wire says that it is ${typeOf(typed[0])}`);
  const kinds = read.filter((one) => one.type === 'uri' && one.mediaType !== undefined && keysOf(one)[0] === key);
  if (wanted !== undefined && kinds.length > 0 && !kinds.some((one) => isPicture(one) === isPicture(content)))
    return fail(`the user’s "${key}" is ${isPicture(content) ? 'a' : 'no'} picture, and the wire says otherwise`);
  if (content.type !== 'data' || found.some((placed) => isSaid(content.mediaType, placed, key))) {
    return { compared: 1, findings: [] };
  }
  return fail(`the user’s data is on the wire, and nothing around it says that it is ${content.mediaType}`);
}

type Typed = Extract<Content, { type: 'data' | 'uri' }>;

/** The media type without its parameters, by the name that it is registered under; some wires say no more than `image/*`, or nothing. */
function typeOf(content: Content): string | undefined {
  if (content.type !== 'data' && content.type !== 'uri') return undefined;
  const [type = ''] = (content.mediaType ?? '').toLowerCase().split(';');
  return type === '' || type === 'application/octet-stream' || type.endsWith('/*')
    ? undefined
    : type.trim().replace(/^image\/jpg$/, 'image/jpeg');
}

const isPicture = (content: Content): boolean =>
  content.type === 'uri' && (content.mediaType?.startsWith('image/') ?? false);

/** By what a content is found again: its bytes as they are written in JSON, and the words that they are where they are text. */
function keysOf(content: Content): string[] {
  switch (content.type) {
    case 'data':
      return [
        content.data,
        ...(content.mediaType.startsWith('text/') ? [Buffer.from(content.data, 'base64').toString()] : []),
      ];
    case 'uri':
      return [content.uri];
    case 'hosted-file':
      return [content.fileId];
    default:
      return [];
  }
}

/** Some APIs name formats (`png`, `txt`) and not media types; and any may stand in the same text, as in a data URL. */
function isSaid(mediaType: string, { text, around }: Placed, bytes: string): boolean {
  const [, subtype = ''] = mediaType.split('/');
  const names = [mediaType, subtype, ...(formatNames.get(mediaType) ?? [])];
  if (text.replace(bytes, '').includes(mediaType)) return true;
  return around.flatMap(leavesOf).some((leaf) => names.includes(leaf));
}

/** What formats are called where that is not the subtype. */
const formatNames: ReadonlyMap<string, readonly string[]> = new Map([
  ['text/plain', ['txt']],
  ['audio/mpeg', ['mp3']],
  ['audio/x-wav', ['wav']],
]);

/** Texts that are an object’s own members. */
const leavesOf = (value: Json): string[] => (isJsonObject(value) ? Object.values(value) : []).flatMap(textOf);
const textOf = (value: Json | undefined): string[] => (typeof value === 'string' ? [value] : []);

function textsOf({ request }: Exchange): Placed[] {
  try {
    return placedIn(JSON.parse(request.body?.text ?? 'null') as Json, []);
  } catch {
    return [];
  }
}

/** Every text of a JSON value, with the objects that it stands in: the nearest three. */
function placedIn(value: Json, around: readonly Json[]): Placed[] {
  if (typeof value === 'string') return [{ text: value, around }];
  if (Array.isArray(value)) return value.flatMap((one) => placedIn(one, []));
  if (!isJsonObject(value)) return [];
  const within = [value, ...around].slice(0, 3);
  return Object.values(value).flatMap((one) => (one === undefined ? [] : placedIn(one, within)));
}
