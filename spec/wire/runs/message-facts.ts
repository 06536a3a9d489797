/** What a message of the assistant says. Source: `Message`, `Annotation` of `openai`, `resources/beta/threads/messages.d.ts`. */

import type { JsonObject } from '../../../files/canonical-json.ts';
import { linkedFact } from '../../facts/data.ts';
import type { CitationFact, Fact, LocatedFact, Reading, Unread } from '../../facts/fact.ts';
import { messageIdFact } from '../identity.ts';
import { asArray, asObject, asString, otherMembers } from '../json.ts';
import type { Told } from './told.ts';

/** Members that are read, or that say who and when. */
const known = new Set([
  ...['id', 'object', 'created_at', 'assistant_id', 'thread_id', 'run_id', 'status', 'incomplete_details', 'role'],
  ...['incomplete_at', 'completed_at', 'content', 'attachments', 'metadata'],
]);

/** The message's text as one, with why the model refuses; its images and attached files; one citation per annotation; its id. */
export function readMessage({ value, path }: Told): Reading {
  const parts = (asArray(value.content) ?? []).map((part, i) => ({
    part: asObject(part) ?? {},
    at: `${path}.content[${i}]`,
  }));
  const text = parts
    .map(({ part }) => (part.type === 'text' ? asString(asObject(part.text)?.value) : asString(part.refusal)) ?? '')
    .join('');
  const readings = parts.map(({ part, at }) => readPart(part, at));
  const attached = (asArray(value.attachments) ?? []).flatMap((attachment, i): LocatedFact[] => {
    const id = asString(asObject(attachment)?.file_id);
    return id === undefined ? [] : [{ fact: { kind: 'file', id }, path: `${path}.attachments[${i}]` }];
  });
  const said: LocatedFact[] = [
    ...(text === '' ? [] : [{ fact: { kind: 'text', text } as const, path }]),
    ...readings.flatMap(({ facts }) => facts),
    ...attached,
  ];
  return {
    facts: [...said, ...messageIdFact(value.id, `${path}.id`, said)],
    unread: [
      ...otherMembers(value, known)
        .filter((name) => asArray(value[name])?.length !== 0)
        .map((name) => ({ path: `${path}.${name}`, what: `message.${name}` })),
      ...readings.flatMap(({ unread }) => unread),
    ],
  };
}

function readPart(part: JsonObject, path: string): Reading {
  if (part.type === 'text') return readAnnotations(asObject(part.text) ?? {}, `${path}.text`);
  if (part.type === 'refusal') return { facts: [], unread: [] };
  const fileId = asString(asObject(part.image_file)?.file_id);
  const fact: Fact | undefined =
    fileId === undefined
      ? linkedFact(asString(asObject(part.image_url)?.url) ?? '', 'image/*')
      : { kind: 'file', id: fileId, mediaType: 'image/*' };
  if (fact) return { facts: [{ fact, path }], unread: [] };
  return { facts: [], unread: [{ path, what: asString(part.type) ?? 'content part without a type' }] };
}

function readAnnotations(text: JsonObject, path: string): Reading {
  const facts: LocatedFact[] = [];
  const unread: Unread[] = [];
  for (const [i, value] of (asArray(text.annotations) ?? []).entries()) {
    const at = `${path}.annotations[${i}]`;
    const fact = citationOf(asObject(value) ?? {}, asString(text.value) ?? '');
    if (fact) facts.push({ fact, path: at });
    else unread.push({ path: at, what: `annotation ${asString(asObject(value)?.type) ?? 'without a type'}` });
  }
  return { facts, unread };
}

/**
 * What an annotation points at is the mark in the text that stands for its source, to be replaced by whoever shows it; which
 * words rest on the source is not said. The annotation repeats the mark, so that it does not matter what its indexes count.
 */
function citationOf(annotation: JsonObject, text: string): CitationFact | undefined {
  const source = asObject(annotation.file_citation) ?? asObject(annotation.file_path);
  const page = asObject(annotation.url_citation);
  const url = asString(page?.url);
  const target = asString(source?.file_id) ?? url;
  if (target === undefined) return undefined;
  const [mark, title, quote] = [asString(annotation.text), asString(page?.title), asString(source?.quote)];
  return {
    kind: 'citation',
    target,
    ...(title ? { title } : {}),
    ...(quote ? { quote } : {}),
    ...(mark && text.includes(mark) ? { span: mark } : {}),
  };
}
