import { hash, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { evidenceLine, withStableIds } from './evidence-line.ts';
import { type Evidence, evidenceVersion } from './schema.ts';

const evidence = (provenance: unknown): Evidence => ({
  version: evidenceVersion,
  case: 'a',
  mode: 'complete',
  provenance,
  steps: [],
  unconsumed: [],
  late: [],
  connections: { attempts: 0, refused: [] },
});

test('evidence is one line, whatever is in it, and named by the hash of its bytes', () => {
  const { sha256, bytes } = evidenceLine(evidence({ note: 'two\nlines\r\n and \u2028 one' }));
  const text = bytes.toString();
  expect(text.indexOf('\n')).toBe(text.length - 1);
  expect(sha256).toBe(hash('sha256', bytes));
  expect(JSON.parse(text)).toEqual(evidence({ note: 'two\nlines\r\n and \u2028 one' }));
});

test('what is too much to be read is cut, and says so', () => {
  const text = evidenceLine(evidence({ note: 'a'.repeat(20 * 2 ** 20) })).bytes.toString();
  expect(text.length).toBeLessThan(200_000);
  expect(text).toContain('more)');
  let deep: unknown = 1;
  for (let level = 0; level < 5_000; level++) deep = [deep];
  expect(evidenceLine(evidence(deep)).bytes.toString()).toContain('nested too deeply');
});

test('ids that an adapter made up have the same names in every run; those of the provider stay', () => {
  const [own, other, provider] = [randomUUID(), randomUUID(), randomUUID()];
  const said = [{ id: `no-id:${own}` }, { id: other, of: own }, { id: provider }];
  expect(withStableIds(said, { id: provider })).toEqual([
    { id: 'no-id:made-up-1' },
    { id: 'made-up-2', of: 'made-up-1' },
    { id: provider },
  ]);
});

test('a made-up id without hyphens has a name too; longer digests stay', () => {
  const id = randomUUID().replaceAll('-', '');
  const digest = hash('sha256', 'x');
  expect(withStableIds([`call-${id}`, digest], {})).toEqual(['call-made-up-1', digest]);
  expect(withStableIds([`call-${id}`], { id })).toEqual([`call-${id}`]);
});
