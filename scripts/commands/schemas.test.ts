import { expect, test } from 'vitest';
import { main } from '../cli.ts';
import { schemasCommand, schemasText } from './schemas.ts';

test('says what it wrote, or that schemas/ is what its sources say', () => {
  expect(schemasText([], {})).toBe('schemas/ is what its sources say\n');
  expect(schemasText([], { check: true, sample: 2 })).toBe('schemas/, of 2 wires, is what its sources say\n');
  expect(schemasText(['a.json'], {})).toBe('written: schemas/a.json\n');
});

test('--check says what is stale, and what mends it', () => {
  expect(schemasText(['a.json'], { check: true })).toBe('stale: schemas/a.json\nrun: npm run schemas\n');
});

test('--json is one document', () => {
  expect(JSON.parse(schemasText(['a.json'], { check: true, json: true }))).toEqual({ stale: ['schemas/a.json'] });
});

test('--sample chooses among what --check looks at', async () => {
  let stderr = '';
  const io = { stdout: () => {}, stderr: (text: string) => (stderr += text) };
  expect(await main(['schemas', '--sample', '2'], io, [schemasCommand])).toBe(2);
  expect(stderr).toContain('--check');
});
