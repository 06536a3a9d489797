import { Argument, Command, Option } from 'commander';
import { expect, test } from 'vitest';
import { complete } from './complete.ts';

const program = new Command('atc');
program
  .addCommand(
    new Command('run')
      .description('runs')
      .option('--tool <id>', 'only this', (value: string, before: string[]) => [...before, value], [])
      .option('--out <folder>', 'where to')
      .option('--thorough', 'more')
      .addOption(new Option('--as <view>', 'which').choices(['adr', 'today']))
      .addOption(new Option('--secret').hideHelp()),
  )
  .addCommand(new Command('read').description('reads').option('--tool <implementation>', 'whose'))
  .addCommand(new Command('shell').addArgument(new Argument('<shell>').choices(['bash', 'zsh'])))
  .addCommand(new Command('new').addCommand(new Command('tool').description('a tool')));
const values = { tool: ['web-search', 'web-fetch', 'shell'], implementation: ['reference'] };
const offered = (...words: string[]) => complete(program, words, values).map(({ text }) => text);

test.each([
  [[''], ['run', 'read', 'shell', 'new']],
  [['r'], ['run', 'read']],
  [
    ['run', '--t'],
    ['--tool', '--thorough'],
  ],
  [
    ['run', '--tool', 'web'],
    ['web-search', 'web-fetch'],
  ],
  [['run', '--tool=web-f'], ['--tool=web-fetch']],
  [
    ['run', '--tool', 'shell', '--tool', ''],
    ['web-search', 'web-fetch', 'shell'],
  ],
  [['read', '--tool', ''], ['reference']],
  [
    ['run', '--as', ''],
    ['adr', 'today'],
  ],
  [
    ['shell', ''],
    ['bash', 'zsh'],
  ],
  [['new', ''], ['tool']],
  [['run', '--out', ''], []],
  [['run', '--thorough', ''], []],
  [['run', '--thorough', '--ou'], ['--out']],
  [['nonsense', ''], []],
  [['run', '--constructor=', ''], []],
])('%j: %j', (words, expected) => {
  expect(offered(...words)).toEqual(expected);
});

test('what was given once is offered again only where it may be, and what is hidden never', () => {
  expect(offered('run', '--thorough', '--tool', 'shell', '-')).toEqual(['--tool', '--out', '--as', '--help']);
});

test('says what a command and an option are about', () => {
  expect(complete(program, ['run', '--ou'], values)).toEqual([{ text: '--out', about: 'where to' }]);
  expect(complete(program, ['ru'], values)).toEqual([{ text: 'run', about: 'runs' }]);
});
