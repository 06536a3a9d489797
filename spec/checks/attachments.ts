/** What the user attaches is sent. */
import { isJsonObject, type Json } from '../../lib/canonical-json.ts';
import { downloadedText, type Exchange, withoutFragment } from '../../recordings/format/exchange.ts';
import type { ChatMessage, Content } from '../contract/index.ts';
import type { RequestReading } from '../wire/reader.ts';
import {
  answeredKinds,
  type Check,
  type CheckOutcome,
  contractSource,
  type JudgedStep,
  mergeOutcomes,
  notApplicable,
} from './check.ts';
import { newMessages } from './lib/request-contents.ts';

export const sendsAttachments: Check = {
  id: 'sends-attachments',
  level: 'MUST',
  title: 'Attachments are sent unchanged with their media type.',
  reason:
    'Without the image the model still responds. With another media type it cannot read the image, or reads it incorrectly.',
  sources: [contractSource, { title: 'M.E.AI DataContent, UriContent, HostedFileContent' }],
  of: answeredKinds,
  judge: ({ steps }) =>
    mergeOutcomes(steps.map((step, s) => judgeAttachments(step, downloadsOf(steps.slice(0, s + 1))))),
};

/** A text on the wire, with the objects around it. */
interface Placed {
  readonly text: string;
  readonly around: readonly Json[];
}

/** What an adapter downloads is in its later requests, too. */
const downloadsOf = (steps: readonly JudgedStep[]): ReadonlySet<string> =>
  new Set(steps.flatMap(({ step }) => step.unexpected.flatMap((u) => (u.isDownload ? u.request.url : []))));

function judgeAttachments({ step, requests, path }: JudgedStep, downloaded: ReadonlySet<string>): CheckOutcome {
  const [request] = requests;
  if (!request) return notApplicable;
  const asked = newMessages(step.messages, request.options);
  const place = step.messages.length - asked.length;
  const texts = step.exchanges.flatMap(textsOf);
  const read = requests.flatMap(({ messages }) => messages.flatMap((message) => message.contents));
  return mergeOutcomes([
    judgeUninvited(request, step.messages, downloaded, path),
    ...asked.flatMap(({ role, contents }, m) =>
      contents.map((content, c) =>
        role === 'user'
          ? judgeGiven(content, downloaded, read, (given) =>
              judgeContent(given, texts, read, `${path}.messages[${place + m}].contents[${c}]`),
            )
          : notApplicable,
      ),
    ),
  ]);
}

/** Files and images that a request shows the model, and that nobody gave it. */
function judgeUninvited(
  { messages, paths }: RequestReading,
  given: readonly ChatMessage[],
  downloaded: ReadonlySet<string>,
  path: string,
): CheckOutcome {
  const known = JSON.stringify(given);
  const shown =
    downloaded.size > 0
      ? []
      : messages.flatMap(({ contents }) => contents.filter((content) => keysOf(content).length > 0));
  const uninvited = shown.filter(
    (content) => !keysOf(content).some((key) => known.includes(JSON.stringify(key).slice(1))),
  );
  return {
    compared: shown.length,
    findings: uninvited.map((content) => ({
      message: `the request shows the model ${content.type === 'data' ? 'bytes' : `"${keysOf(content)[0]}"`}, which the conversation does not have`,
      group: `${content.type === 'data' ? 'data' : 'file'}.invented`,
      wirePath: `${path}.${paths.get(content) ?? 'exchanges[0].request'}`,
      wire: content,
    })),
  };
}

/** A file that was downloaded is sent as its bytes, which the model sees as well. */
function judgeGiven(
  content: Content,
  downloaded: ReadonlySet<string>,
  read: readonly Content[],
  judgeSent: (content: Content) => CheckOutcome,
): CheckOutcome {
  if (content.type !== 'uri' || !downloaded.has(withoutFragment(content.uri))) return judgeSent(content);
  const uri = withoutFragment(content.uri);
  const data = Buffer.from(downloadedText(uri)).toString('base64');
  const mediaType = content.mediaType ?? inferredType(content, data, read) ?? 'application/octet-stream';
  const message = `the adapter downloads ${uri} and sends its bytes; the provider would fetch it`;
  return mergeOutcomes([
    judgeSent({ type: 'data', mediaType, data }),
    { compared: 1, findings: [{ message, group: 'uri.downloaded' }] },
  ]);
}

/** The type that a request has these bytes as, where the end of their address says nothing against it. */
function inferredType(content: Content, data: string, read: readonly Content[]): string | undefined {
  const picture = isPicture(content);
  const sent = read.find((one) => one.type === 'data' && one.data === data);
  return sent?.type === 'data' && (picture ?? isPicture(sent)) === isPicture(sent) ? sent.mediaType : undefined;
}

function judgeContent(
  content: Content,
  texts: readonly Placed[],
  read: readonly Content[],
  adapterPath: string,
): CheckOutcome {
  const [key, words] = keysOf(content);
  if (key === undefined) return notApplicable;
  const renamed = otherName(content, read);
  if (renamed !== undefined)
    return { compared: 1, findings: [{ message: renamed, group: `${content.type}.name`, adapterPath }] };
  if (words !== undefined && texts.some(({ text }) => text.includes(words))) return { compared: 1, findings: [] };
  const found = texts.filter(({ text }) => text.includes(key));
  const fail = (what: string, message: string): CheckOutcome => ({
    compared: 1,
    findings: [{ message, group: `${content.type}.${what}`, adapterPath }],
  });
  const shown = content.type === 'data' ? `the ${key.length} characters of its bytes` : `"${key}"`;
  // Bytes may be spelled in another alphabet of base64.
  if (found.length === 0 && !read.some((one) => keysOf(one)[0] === key))
    return fail('missing', `the user’s ${content.type} content is not in the request: nothing there holds ${shown}`);
  const typed = read.filter((one): one is Typed => typeOf(one) !== undefined && keysOf(one)[0] === key);
  const wanted = typeOf(content);
  if (typed.some((one) => typeOf(one) === wanted)) return { compared: 1, findings: [] };
  if (content.type === 'uri' && wanted !== undefined && typed[0])
    return fail('media-type', `the user’s "${key}" is ${wanted}, and the request has it as ${typeOf(typed[0])}`);
  const kinds = read.filter((one) => isPicture(one) !== undefined && keysOf(one)[0] === key);
  const picture = isPicture(content);
  if (picture !== undefined && kinds.length > 0 && !kinds.some((one) => isPicture(one) === picture))
    return fail(
      'media-type',
      `the user’s ${content.type} content ${shown} is ${picture ? 'an' : 'not an'} image, and the request has it as the opposite`,
    );
  if (kinds.some((one) => isOfKind(content, one))) return { compared: 1, findings: [] };
  if (content.type !== 'data' || found.some((placed) => isSaid(content.mediaType, placed, key))) {
    return { compared: 1, findings: [] };
  }
  return fail('media-type', `the user’s data is in the request, and nothing there names its type ${content.mediaType}`);
}

/** APIs take few characters in a name: its letters and digits count. With a media type, it needs no file extension. */
function otherName(content: Content, read: readonly Content[]): string | undefined {
  const [wanted, known] = [nameOf(content), knownBy(nameOf(content))];
  const same = read.filter((one) => keysOf(one)[0] === keysOf(content)[0]);
  const names = same.map(nameOf);
  if (known === '' || names.includes('') || names.length === 0) return undefined;
  const stem = knownBy(wanted.replace(/\.[A-Za-z0-9]+$/, ''));
  const isStem = (one: Content) => knownBy(nameOf(one)) === stem && typeOf(one) === typeOf(content);
  return names.some((name) => knownBy(name) === known) || (stem !== '' && same.some(isStem))
    ? undefined
    : `the user’s ${content.type} content is named "${wanted}", and in the request "${names[0]}"`;
}

const nameOf = (content: Content): string => (content.type === 'data' ? (content.name ?? '') : '');
const knownBy = (name: string): string => name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase();

type Typed = Extract<Content, { type: 'data' | 'uri' | 'hosted-file' }>;

/** The media type without its parameters, by the name that it is registered under; some wires say no more than `image/*`, or nothing. */
function typeOf(content: Content): string | undefined {
  if (content.type !== 'data' && !isKept(content)) return undefined;
  const [type = ''] = (content.mediaType ?? '').toLowerCase().split(';');
  return type === '' || type === 'application/octet-stream' || type.endsWith('/*')
    ? undefined
    : type.trim().replace(/^image\/jpg$/, 'image/jpeg');
}

/** Something that is named, and not sent along. */
const isKept = (content: Content) => content.type === 'uri' || content.type === 'hosted-file';

/** Whether it is a picture; where nobody says what it is, the end of its address may. */
function isPicture(content: Content): boolean | undefined {
  if (content.type !== 'data' && !isKept(content)) return undefined;
  if (content.mediaType !== undefined) return content.mediaType.startsWith('image/');
  if (content.type !== 'uri') return undefined;
  const [, ending = ''] = /\.(\w+)$/.exec(content.uri.replace(/[?#].*/s, '').toLowerCase()) ?? [];
  if (['png', 'jpg', 'jpeg', 'gif', 'webp'].includes(ending)) return true;
  return ['pdf', 'txt', 'html', 'md'].includes(ending) ? false : undefined;
}

/** Said to be of its kind, on a wire that says no more than that (`audio/*`). */
const isOfKind = (content: Content, read: Content): boolean =>
  content.type === 'data' &&
  read.type === 'data' &&
  read.mediaType.endsWith('/*') &&
  content.mediaType.startsWith(read.mediaType.slice(0, -1));

/** By what a medium is found again: its bytes, its address or its id. */
export const mediaKey = (content: Content): string => keysOf(content)[0] ?? '';

/** The same bytes, address or id; and of another type only where one of the two says none. */
export function isSameMedia(given: Content, read: Content): boolean {
  const [wanted, said] = [typeOf(given), typeOf(read)];
  if (keysOf(given).length === 0 || mediaKey(given) !== mediaKey(read)) return false;
  if (wanted !== undefined && said !== undefined) return wanted === said;
  return (isPicture(given) ?? isPicture(read)) === (isPicture(read) ?? isPicture(given));
}

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
  ['audio/wave', ['wav']],
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
