import { describe, expect, it } from 'vitest';
import { describeFact, quoted, visible } from './describe.ts';

describe('describeFact', () => {
  it('says a call with its arguments and its id', () => {
    const fact = { kind: 'call', name: 'get_weather', arguments: { city: 'Oslo' }, id: 'toolu_1' } as const;
    expect(describeFact(fact)).toBe('a call to get_weather({"city":"Oslo"}) with id "toolu_1"');
  });

  it('says an error with what is known of it', () => {
    expect(describeFact({ kind: 'error', status: 529, code: 'overloaded_error', message: 'Overloaded' })).toBe(
      'an error (status 529, overloaded_error) "Overloaded"',
    );
    expect(describeFact({ kind: 'error', message: '' })).toBe('an error ""');
  });

  it('shortens what is long, on the border of a character', () => {
    const said = describeFact({ kind: 'text', text: '🌦'.repeat(500) });
    expect(said).toBe(`the text "${'🌦'.repeat(119)}…"`);
    expect(quoted('exactly', 7)).toBe('"exactly"');
    expect(quoted('too long', 7)).toBe('"too lo…"');
  });

  it.each([
    ['\u001b[2J', '\\u{1b}[2J'],
    ['a\nb\tc\r', 'a\\nb\\tc\\r'],
    ['abc\u202Ecba', 'abc\\u{202e}cba'],
    ['\u0085\u200b\u{e0041}\ud800', '\\u{85}\\u{200b}\\u{e0041}\\u{d800}'],
    ['Tromsø, 東京', 'Tromsø, 東京'],
  ])('writes out what could steer a terminal or hide text: %j', (text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  it('lets nothing through in names and arguments', () => {
    const said = describeFact({ kind: 'call', name: 'x\u001b]0;', arguments: { a: '\u202e' } });
    expect(said).toBe('a call to x\\u{1b}]0;({"a":"\\u{202e}"})');
  });
});
