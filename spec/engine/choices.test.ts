import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { choicesFilesOf, loadChoices, readChoices } from './choices.ts';
import { discoverAdapters, repositoryFolder } from './discover.ts';

const root = mkdtempSync(join(tmpdir(), 'choices-'));
afterAll(() => rmSync(root, { recursive: true }));

const adapter = { implementation: 'own', providerApi: 'anthropic' } as const;
const choice = (option: string) => ({
  option,
  value: true,
  why: 'Its documentation advises so.',
  documentation: 'https://docs.example/options',
});
function write(file: string, choices: unknown): string {
  const path = join(root, file);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, JSON.stringify({ choices }));
  return path;
}

test('choices of all adapters come before those of one, and an adapter without files chooses nothing', () => {
  const [shared = '', own = ''] = choicesFilesOf(adapter);
  expect(loadChoices(adapter, root)).toEqual([]);
  write(shared, [choice('maxRetries')]);
  write(own, [choice('outputVersion')]);
  expect(loadChoices(adapter, root).map(({ option }) => option)).toEqual(['maxRetries', 'outputVersion']);
});

test.each([
  ['no documentation', [{ ...choice('a'), documentation: 'somewhere' }], 'documentation'],
  ['no reason', [{ ...choice('a'), why: '' }], 'why'],
  ['nothing', [], 'choices'],
])('a file with %s is an error that names the member', (_, choices, member) => {
  expect(() => readChoices(write('wrong/choices.yaml', choices))).toThrow(member);
});

test('each option that a bridge is said to choose stands in its code, unless it is left at its default', async () => {
  for (const { id, implementation, providerApi } of await discoverAdapters()) {
    const folder = join(repositoryFolder, 'adapters', implementation);
    const files = globSync(`{*,shared/*,${providerApi}/*}.{ts,py}`, { cwd: folder });
    const code = files
      .filter((name) => !name.includes('.test.'))
      .map((name) => readFileSync(join(folder, name), 'utf8'));
    for (const { option, value } of loadChoices({ implementation, providerApi })) {
      if (String(value).endsWith('the default')) continue;
      const [name = option] = option.split('.').slice(-1);
      expect(code.join('\n').includes(name), `${id} chooses ${option}`).toBe(true);
    }
  }
});
