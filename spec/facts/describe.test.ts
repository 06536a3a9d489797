import { describe, expect, it } from 'vitest';
import { describeFact, quote } from './describe.ts';

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
    expect(quote('exactly', 7)).toBe('"exactly"');
    expect(quote('too long', 7)).toBe('"too lo…"');
  });

  it('stays on one line, and lets nothing through that steers a terminal or hides text', () => {
    expect(describeFact({ kind: 'text', text: 'a\nb\tc\r\u001b[2J' })).toBe('the text "a\\nb\\tc\\u000d\\u001b[2J"');
    const call = { kind: 'call', name: 'x\u001b]0;', arguments: { a: '\u202e' }, id: '\n' } as const;
    expect(describeFact(call)).toBe('a call to x\\u001b]0;({"a":"\\u202e"}) with id "\\n"');
  });
});
