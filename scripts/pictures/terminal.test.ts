import { expect, test } from 'vitest';
import { linesOf, terminalPicture } from './terminal.ts';

const esc = '\u001b[';

test('looks begin and end where the terminal says so, over line ends too', () => {
  expect(linesOf(`a${esc}1mb${esc}31mc${esc}39md\ne${esc}22mf${esc}2;33mg${esc}0mh`)).toEqual([
    [
      { text: 'a', looks: [] },
      { text: 'b', looks: ['bold'] },
      { text: 'c', looks: ['bold', 'red'] },
      { text: 'd', looks: ['bold'] },
    ],
    [
      { text: 'e', looks: ['bold'] },
      { text: 'f', looks: [] },
      { text: 'g', looks: ['dim', 'yellow'] },
      { text: 'h', looks: [] },
    ],
  ]);
});

test.for([`${esc}2J`, `${esc}38;5;1m`])('what cannot be drawn is told: %j', (sequence) => {
  expect(() => linesOf(sequence)).toThrow(/cannot be drawn/);
});

test('a picture names what it shows, breaks long lines, and lets no text become markup', () => {
  const picture = terminalPicture('a "run"', `${esc}32m<pass>${esc}39m &\n123456789`, 8);
  expect(picture).toContain('aria-label="a &quot;run&quot;"');
  expect(picture).toContain('<tspan class="green">&lt;pass&gt;</tspan><tspan> &amp;</tspan>');
  expect(picture).toContain('>12345678<');
  expect(picture).toContain('>9<');
  expect(picture.match(/<text /g)).toHaveLength(3);
});
