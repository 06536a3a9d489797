import { expect, test } from 'vitest';
import { type Badge, grounds, ink, shieldsOf, svgOf } from './drawing.ts';

const hostile: Badge = {
  label: '<script>alert(1)</script>',
  message: '"&\'\n\u001b[31m\u202e\ud800',
  word: 'does-not-work',
  title: '</title><a href="javascript:1">',
};

test('the picture says all of it to who cannot see it, and text in it stays text', () => {
  const svg = svgOf(hostile);
  expect(svg).toMatch(/^<svg [^>]*role="img" aria-label="[^"<>]+">\n {2}<title>[^<>]+<\/title>/);
  expect(svg).not.toMatch(/<(script|a)\b/);
  expect(svg).not.toMatch(/[[\p{Cc}--\n]\p{Cs}\u202e]/v);
  expect([...svg.matchAll(/<(\w+)/g)].map(([, name]) => name)).toEqual(
    'svg title clipPath rect g rect rect g text text'.split(' '),
  );
});

test('a longer text is given more room', () => {
  const width = (message: string) => Number(/width="(\d+)"/.exec(svgOf({ label: 'a', message, title: 't' }))?.[1]);
  expect(width('14 of 14 tools work')).toBeGreaterThan(width('works') + 60);
  expect(width('mmm')).toBeGreaterThan(width('iii'));
});

test('an endpoint of shields.io has the members that it knows, and nothing else', () => {
  expect(shieldsOf(hostile)).toEqual({
    schemaVersion: 1,
    label: hostile.label,
    message: '"&\'\n\\u001b[31m\\u202e\\ud800',
    color: grounds['does-not-work'],
    labelColor: grounds.label,
  });
  const { word: _, ...count } = hostile;
  expect(shieldsOf(count).color).toBe(grounds.count);
});

test('every ground is dark enough for the text on it', () => {
  for (const [name, ground] of Object.entries(grounds)) {
    const [light, dark] = [luminance(ink), luminance(ground)];
    expect((light + 0.05) / (dark + 0.05), name).toBeGreaterThanOrEqual(4.5);
  }
});

/** Relative luminance, as WCAG 2.2 defines it. */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
