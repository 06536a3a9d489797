import fc from 'fast-check';
import { expect, test } from 'vitest';
import { modelTextOf } from './options.ts';

test.for([
  ['ruby adapter.rb', ['ruby', 'adapter.rb']],
  ['  ruby\t-W0 \n adapter.rb ', ['ruby', '-W0', 'adapter.rb']],
  [`sh -c 'exec "$0"' x`, ['sh', '-c', 'exec "$0"', 'x']],
  ['"/opt/my programs/run" --name="a b"', ['/opt/my programs/run', '--name=a b']],
  [String.raw`run "say \"hi\" \\ \n"`, ['run', String.raw`say "hi" \ \n`]],
  [String.raw`C:\tools\run.exe 'C:\a b'`, [String.raw`C:\tools\run.exe`, String.raw`C:\a b`]],
  [`run '' ""`, ['run', '', '']],
  [`a'b'"c"d`, ['abcd']],
  ['run $HOME *.rb | cat && x', ['run', '$HOME', '*.rb', '|', 'cat', '&&', 'x']],
] as const)('%s', ([command, words]) => {
  expect(modelTextOf(command)).toEqual(words);
});

test.for([
  ['run "a b', /the quote " at character 5 is not closed/],
  [`run 'it"s`, /the quote ' at character 5 is not closed/],
  [String.raw`run "a\"`, /the quote " at character 5/],
  ['', /no program/],
  [' \n', /no program/],
  [`"" run`, /no program/],
] as const)('%s is refused', ([command, message]) => {
  expect(() => modelTextOf(command)).toThrow(
    expect.objectContaining({ name: 'UserError', message: expect.stringMatching(message) }),
  );
});

test('whatever a word holds, quotes of either kind keep it', () => {
  const double = (word: string) => `"${word.replace(/["\\]/g, '\\$&')}"`;
  const single = (word: string) => `'${word.replaceAll("'", `'"'"'`)}'`;
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 5 }), (words) => {
      expect(modelTextOf(`run ${words.map(double).join(' ')}`)).toEqual(['run', ...words]);
      expect(modelTextOf(`run ${words.map(single).join('  ')}`)).toEqual(['run', ...words]);
    }),
  );
});
