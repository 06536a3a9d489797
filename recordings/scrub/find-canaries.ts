/**
 * Finds secrets in whatever form they are: decodes all that can be decoded, again and again, and looks. For tests of what takes secrets
 * out, and so made without any of it.
 */
import { inflateRawSync, inflateSync } from 'node:zlib';

/** Forms within forms are followed this deep. */
const deepest = 5;

/** Which of the secrets are in a text or in bytes. */
export function canariesIn(content: string | Uint8Array, canaries: readonly string[]): string[] {
  const forms = canaries.map((canary) => [canary, folded(canary), folded(asBytes(canary))] as const);
  const left = new Set<string>();
  const seen = new Set<string>();
  // What is not packed at all is looked at before what is: most of it is found there.
  let layer = [typeof content === 'string' ? content : Buffer.from(content).toString('latin1')];
  for (let depth = 0; depth <= deepest; depth++) {
    const next: string[] = [];
    for (const text of layer) {
      if (seen.has(text)) continue;
      seen.add(text);
      const plain = folded(text);
      for (const [canary, ...spelled] of forms) if (spelled.some((form) => plain.includes(form))) left.add(canary);
      if (left.size === canaries.length) return [...left];
      if (depth < deepest) for (const inner of decodedFrom(text)) next.push(inner);
    }
    layer = next;
  }
  return [...left];
}

/** Names of headers and hosts lose their capitals on the way. */
const folded = (text: string): string => text.toLowerCase();

const asBytes = (text: string): string => Buffer.from(text).toString('latin1');

/** What a text may stand for, too short ones left out. */
function decodedFrom(text: string): string[] {
  return [unescaped(text), percentDecoded(text), entitiesDecoded(text), ...unpacked(text), ...joined(text)].filter(
    (inner) => inner.length >= 8 && inner !== text,
  );
}

const unescaped = (text: string): string =>
  text
    .replaceAll(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/\\(["\\/])/g, '$1')
    .replaceAll('\\r', '\r')
    .replaceAll('\\n', '\n');

const percentDecoded = (text: string): string =>
  text
    .replaceAll('+', text.includes('%') ? ' ' : '+')
    .replaceAll(/(?:%[\da-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString());

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const entitiesDecoded = (text: string): string =>
  text
    .replaceAll(/&#(\d+);/g, (_, point: string) => String.fromCodePoint(Number(point)))
    .replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => named[name] ?? '');

function unpacked(text: string): string[] {
  const lined = text.replaceAll(/\r?\n/g, '');
  const runs = [...new Set([text, lined])]
    .flatMap((each) => [...each.matchAll(/[\w+/-]{11,}/g)])
    .flatMap(({ 0: run }) => [
      ...[0, 1, 2, 3].map((before) => Buffer.from(run.slice(before), 'base64')),
      ...(/^[\da-f]+$/i.test(run) ? [0, 1].map((before) => Buffer.from(run.slice(before), 'hex')) : []),
    ]);
  return [...runs, Buffer.from(text, 'latin1')].flatMap((bytes, i) => [
    ...(i < runs.length ? [bytes.toString('latin1')] : []),
    ...inflated(bytes),
  ]);
}

function inflated(bytes: Buffer): string[] {
  const found: string[] = [];
  for (let at = 0; at < bytes.length - 6; at++) {
    try {
      if (bytes[at] === 0x1f && bytes[at + 1] === 0x8b) found.push(rawInflated(bytes.subarray(at + 10)));
      // Source: RFC 1950, 2.2.
      if (bytes[at] === 0x78 && bytes.readUInt16BE(at) % 31 === 0)
        found.push(inflateSync(bytes.subarray(at)).toString('latin1'));
    } catch {
      // No beginning of anything.
    }
  }
  return found;
}

const rawInflated = (bytes: Buffer): string => inflateRawSync(bytes).toString('latin1');

/** The texts at one place of the items of a list, one behind the other; events and frames of a stream, and lines, are a list as well. */
function joined(text: string): string[] {
  const rows = text.split('\n');
  const lines = rows.map((line) => line.replace(/^data: ?/, ''));
  const frames = text
    .split(/(?![\t\n])\p{Cc}/u)
    .map((part) => part.slice(part.indexOf('{'), part.lastIndexOf('}') + 1));
  const data = lines.filter((_, i) => rows[i]?.startsWith('data: '));
  const lists: unknown[][] = [lines.map(parsed), frames.map(parsed), data];
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) lists.push(value);
    for (const member of Object.values(value)) walk(member);
  };
  for (const item of [text, ...lines].map(parsed)) walk(item);
  return lists.flatMap((items) => {
    const byPlace = new Map<string, string>();
    for (const item of items) {
      const index = (item as { index?: unknown } | undefined)?.index ?? '';
      for (const [place, leaf] of leaves(item, String(index))) byPlace.set(place, (byPlace.get(place) ?? '') + leaf);
    }
    return [...byPlace.values()];
  });
}

function parsed(text: string): unknown {
  if (!/^\s*(?:\[[\s\S]*\]|\{[\s\S]*\}|"[\s\S]*")\s*$/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function leaves(value: unknown, place: string): [string, string][] {
  if (typeof value === 'string') {
    const inner = /^[\w+/]{4,}={0,2}$/.test(value) ? Buffer.from(value, 'base64').toString() : '';
    return [
      [place, value],
      [`${place} base64`, inner],
    ];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => leaves(member, `${place}/${name}`));
}
