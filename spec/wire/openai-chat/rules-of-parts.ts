/** For what Chat Completions refuse a part of a message. */
import type { Json } from '../../../files/canonical-json.ts';
import { messagesIn } from '../chat/asked.ts';
import { asArray, asObject, asString } from '../json.ts';
import { type Asked, type Rule, ruleOver } from '../rules/rule.ts';
import type { Source } from '../source.ts';

const types: Source = {
  title: 'openai: ChatCompletionContentPart, and what each part holds',
  url: 'https://github.com/openai/openai-node/blob/master/src/resources/chat/completions/completions.ts',
};

const partsIn = (asked: Asked) =>
  messagesIn(asked).flatMap(({ path, object }) =>
    (asArray(object.content) ?? []).map((value, i) => ({ path: `${path}.content[${i}]`, value })),
  );

export const rulesOfParts: readonly Rule[] = [
  ruleOver({
    id: 'types-of-parts',
    what: 'A part of a message says which type it is of, and holds what parts of that type hold.',
    source: types,
    placesOf: partsIn,
    wrong: (part) => {
      const type = asString(asObject(part)?.type) ?? '';
      return (asObject(part)?.[type] ?? null) === null
        ? `the type is ${JSON.stringify(type)}, and there is no member of that name`
        : undefined;
    },
  }),
  ruleOver({
    id: 'bytes-in-their-part',
    what: 'Bytes stand in the part for their kind: pictures in "image_url", WAV and MP3 in "input_audio", papers in "file".',
    source: types,
    placesOf: partsIn,
    wrong: misplaced,
  }),
];

function misplaced(part: Json): string | undefined {
  const { image_url: image, input_audio: audio, file } = asObject(part) ?? {};
  const shown = typeOf(asObject(image)?.url);
  if (shown !== undefined && !shown.startsWith('image/')) return `a picture is of the media type "${shown}"`;
  const format = asObject(audio)?.format;
  if (audio !== undefined && format !== 'wav' && format !== 'mp3')
    return `the format of audio is ${JSON.stringify(format ?? null)}`;
  const { file_data: data, filename } = asObject(file) ?? {};
  const kept = typeOf(data);
  if (kept !== undefined && /^(image|audio)\//.test(kept)) return `a file is of the media type "${kept}"`;
  return data !== undefined && !asString(filename) ? 'the bytes of a file have no "filename"' : undefined;
}

/** The media type of a `data:` URL (RFC 2397). */
const typeOf = (url: Json | undefined): string | undefined => /^data:([^;,]*)/i.exec(asString(url) ?? '')?.[1];
