import { visible } from '../../files/visible.ts';
import type { Badge } from './badge.ts';
import { grounds, ink } from './colours.ts';

const height = 20;
const padding = 6;

/** A badge as a picture that stands alone: no script, no font, no request. Pure. */
export function svgOf({ label, message, tone, title }: Badge): string {
  const left = { text: oneLine(label), x: 0, ground: grounds.label };
  const right = { text: oneLine(message), x: widthOf(left.text), ground: grounds[tone] };
  const width = right.x + widthOf(right.text);
  const name = escaped(oneLine(title));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" role="img" aria-label="${name}">
  <title>${name}</title>
  <clipPath id="round"><rect width="${width}" height="${height}" rx="3"/></clipPath>
  <g clip-path="url(#round)">
${[left, right].map(({ x, ground, text }) => `    <rect x="${x}" width="${widthOf(text)}" height="${height}" fill="${ground}"/>`).join('\n')}
  </g>
  <g aria-hidden="true" fill="${ink}" font-family="Verdana,Geneva,'DejaVu Sans',sans-serif" font-size="11">
${[left, right].map(({ x, text }) => `    <text x="${x + padding}" y="14" textLength="${widthOf(text) - 2 * padding}" lengthAdjust="spacingAndGlyphs">${escaped(text)}</text>`).join('\n')}
  </g>
</svg>
`;
}

const oneLine = (text: string): string => visible(text.replaceAll(/\s+/g, ' '));

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

const widthOf = (text: string): number =>
  Math.round([...text].reduce((total, character) => total + (widths.get(character) ?? usual), 0)) + 2 * padding;

/** Pixels of a character of Verdana, 11 px, about: `textLength` makes every font fit. */
const usual = 7;
const widths: ReadonlyMap<string, number> = new Map(
  (
    [
      [3.2, "ijlI'|"],
      [4, ' .,:;·!'],
      [4.6, 'ftr()[]{}-/\\'],
      [5.8, 'cksvxyz?"JL'],
      [9, 'wOQGDHNU&'],
      [10.8, 'mMW@%'],
    ] as const
  ).flatMap(([width, characters]) => [...characters].map((character) => [character, width] as const)),
);
