import { isRaw } from '../../lib/json-positions.ts';
import { lruCache } from '../../lib/memoize.ts';
import { isEventStream } from '../format/event-stream.ts';
import type { Body } from '../format/exchange.ts';
import { expandJson, writeJson } from '../format/lossless-json.ts';
import { changeInEncoded, changeInFrames } from './encoded-members.ts';
import { type MemberRule, memberRules } from './member-rules.ts';
import { redacted } from './name-rules.ts';
import { scrubText, settled } from './text.ts';
import { scrubParameters } from './url.ts';

/**
 * A body without secrets; every byte that is none stays. Of bytes that are not text, only the frames of AWS event streams are
 * looked into.
 */
export function scrubBody(body: Body, contentType: string): Body {
  const { text, encoding = '' } = body;
  return sameBody(`${contentType}\n${encoding}\n${text}`, () => scrubbedBody(body, contentType));
}

/** What is sent is often what was sent before: for each fault the same conversation is played again. */
const sameBody = lruCache<Body>();

function scrubbedBody(body: Body, contentType: string): Body {
  if (isEventStream(contentType))
    return changeInFrames(
      body,
      settled((text) => scrubText(scrubJsonText(text))),
    );
  if (body.encoding) return body;
  const text = settled((each) => scrubText(scrubByType(each, contentType)))(body.text);
  return text === body.text ? body : { text };
}

function scrubByType(text: string, type: string): string {
  const contentType = type.toLowerCase();
  if (contentType.startsWith('application/x-www-form-urlencoded')) return scrubParameters(text);
  if (contentType.startsWith('multipart/form-data')) return text.replace(formPart, scrubPart);
  if (contentType.startsWith('text/event-stream')) {
    return text.replace(/^(data: ?)([^\r\n]+)/gm, (_, field: string, data: string) => field + scrubJsonText(data));
  }
  return scrubJsonText(text);
}

/** A field of a form in parts: its head with its name, and what it holds. Source: RFC 7578. */
const formPart =
  /(content-disposition: *form-data; *name="([^"\r\n]*)"[^\r\n]*(?:\r?\n[^\r\n]+)*\r?\n\r?\n)([\s\S]*?)(?=\r?\n--)/gi;

const scrubPart = (_: string, head: string, name: string, value: string): string => {
  const pair = scrubParameters(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return head + (pair.endsWith(`=${encodeURIComponent(value)}`) ? scrubJsonText(value) : redacted);
};

/** A byte order mark is no part of JSON, and parsers that meet one give up. */
const withoutMark = (text: string): string => text.replace(/^\ufeff/, '');

/** What JSON text has somewhere if it has a member that a rule names: the name, or an escape that may spell it. */
const mayHoldMember = new RegExp(`"(?:${memberRules.flatMap(({ members }) => members).join('|')})"|\\\\u`);

/** JSON text without its credentials, laid out as before. What is no JSON comes back as it is. */
function scrubJsonText(whole: string): string {
  const text = withoutMark(whole);
  const mark = whole.slice(0, whole.length - text.length);
  return mark + scrubDocument(changeInEncoded(text, (inside) => scrubText(scrubJsonText(inside))));
}

function scrubDocument(text: string): string {
  if (!/^\s*[{[]/.test(text) || !mayHoldMember.test(text)) return text;
  let plain: unknown;
  try {
    plain = JSON.parse(text);
    if (scrubMembers(plain) === plain) return text;
    const expanded = expandJson(text);
    // What cannot be written back as it was is written compactly: a secret weighs more than its white space.
    return expanded ? writeJson(scrubMembers(expanded.value), expanded.layout) : JSON.stringify(scrubMembers(plain));
  } catch {
    // Several documents, one a line, as logs and some streams have it.
    return /[\r\n]/.test(text) ? text.replace(/[^\r\n]+/g, scrubDocument) : text;
  }
}

/** The same object where it holds no credential, so that the caller can tell. */
function scrubMembers(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(scrubMembers);
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (!isPlainObject(value)) return value;
  const before = Object.entries(value);
  const after = before.map(([name, member]) => {
    const rule = memberRules.find((each) => fits(each, name, value));
    return [name, rule ? byRule(member, rule) : scrubMembers(member)] as const;
  });
  return after.every(([, member], index) => member === before[index]?.[1]) ? value : Object.fromEntries(after);
}

function byRule(member: unknown, { keeps, forms }: MemberRule): unknown {
  if (!forms) return redactLeaves(member, keeps);
  const text = isRaw(member) && member.rawJSON.startsWith('"') ? JSON.parse(member.rawJSON) : member;
  if (typeof text !== 'string') return scrubMembers(member);
  const fitting = forms.find(({ form }) => form.test(text));
  const becomes = fitting ? text.replace(fitting.form, fitting.becomes) : text;
  return becomes === text ? member : becomes;
}

const fits = ({ members, beside }: MemberRule, name: string, siblings: object): boolean =>
  members.includes(name) && (!beside || beside.some((sibling) => Object.hasOwn(siblings, sibling)));

function redactLeaves(value: unknown, keeps: readonly string[] = []): unknown {
  if (typeof value === 'string') return value === '' ? value : redacted;
  if (isRaw(value)) return value.rawJSON.startsWith('"') ? redacted : value;
  if (Array.isArray(value)) {
    const items = value.map((item) => redactLeaves(item, keeps));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (!isPlainObject(value)) return value;
  const before = Object.entries(value);
  const after = before.map(
    ([name, member]) => [name, keeps.includes(name) ? member : redactLeaves(member, keeps)] as const,
  );
  return after.every(([, member], index) => member === before[index]?.[1]) ? value : Object.fromEntries(after);
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !isRaw(value);
