import { Command } from 'commander';
import { expect, test } from 'vitest';
import { aliasesOf } from '../spec/aliases.ts';
import { main, repeatable } from './cli.ts';
import { acceptOldIds } from './renamed-ids.ts';

const aliases = aliasesOf([
  { kind: 'scenarios', old: 'shell/command-fails', current: 'shell/command-exit-code' },
  { kind: 'scenarios', old: 'code-interpreter/command-fails', current: 'code-interpreter/command-error' },
  { kind: 'tools', old: 'browse', current: 'web-fetch' },
  { kind: 'providerApis', old: 'claude', current: 'anthropic' },
  { kind: 'checks', old: 'text-equals-wire', current: 'returns-text' },
]);

async function received(...argv: string[]) {
  let stderr = '';
  let got: unknown;
  const show = new Command('show')
    .argument('[case]')
    .argument('[file]')
    .option('--scenario <id>', '', repeatable, [])
    .option('--tool <id>')
    .option('--adapter <id>')
    .option('--check <id>', '', repeatable, [])
    .option('--out <folder>')
    .action((id: unknown, file: unknown, options: unknown) => {
      got = { ...(options as object), id, file };
    });
  const io = { stdout: () => {}, stderr: (text: string) => (stderr += text) };
  await main(['show', ...argv], io, [show], {
    beforeAction: (command, warn) => acceptOldIds(command, warn, async () => aliases),
  });
  return { got, stderr };
}

/** What a command that takes patterns receives. */
async function patternsOf(...argv: string[]) {
  let stderr = '';
  let cases: unknown;
  const play = new Command('play').argument('[case...]').action((given: unknown) => {
    cases = given;
  });
  const io = { stdout: () => {}, stderr: (text: string) => (stderr += text) };
  await main(['play', ...argv], io, [play], {
    beforeAction: (command, warn) => acceptOldIds(command, warn, async () => aliases),
  });
  return { cases, stderr };
}

test('an old id is replaced, with one warning that names the new id', async () => {
  const { got, stderr } = await received('--tool', 'browse', '--check', 'text-equals-wire', '--check', 'other');
  expect(got).toMatchObject({ tool: 'web-fetch', check: ['returns-text', 'other'] });
  expect(stderr.trim().split('\n').sort()).toEqual([
    'warning: --check "text-equals-wire" has a new id: returns-text (the old one is accepted for six months)',
    'warning: --tool "browse" has a new id: web-fetch (the old one is accepted for six months)',
  ]);
});

test('an old id of scenarios of several tools stands for all of them', async () => {
  const { got } = await received('--scenario', 'command-fails');
  expect(got).toMatchObject({ scenario: ['command-exit-code', 'command-error'] });
  const { cases } = await patternsOf('command-fails', 'mine-claude/*/command-fails', '*/shell/command-fails/stream');
  expect(cases).toEqual([
    'command-exit-code',
    'command-error',
    'mine-anthropic/*/command-exit-code',
    'mine-anthropic/*/command-error',
    '*/shell/command-exit-code/stream',
  ]);
});

test('a case, an adapter and nothing else are replaced too', async () => {
  const { got } = await received(
    'mine-claude/browse/basic/stream',
    'browse',
    '--adapter',
    'mine-claude',
    '--out',
    'browse',
  );
  expect(got).toMatchObject({
    id: 'mine-anthropic/web-fetch/basic/stream',
    file: 'browse',
    adapter: 'mine-anthropic',
    out: 'browse',
  });
});

test('a pattern of cases, or one word of it, has the new ids', async () => {
  const { cases, stderr } = await patternsOf('claude', 'browse', 'claude/browse', 'mine-claude');
  expect(cases).toEqual(['anthropic', 'web-fetch', 'anthropic/web-fetch', 'mine-anthropic']);
  expect(stderr).toContain('warning: case "claude/browse" has a new id: anthropic/web-fetch');
});

test('new ids and unknown ones draw no warning', async () => {
  const { got, stderr } = await received('--tool', 'web-fetch', '--scenario', 'unknown');
  expect(got).toMatchObject({ tool: 'web-fetch', scenario: ['unknown'] });
  expect(stderr).toBe('');
});
