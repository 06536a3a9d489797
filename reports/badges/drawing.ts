/** Badges as SVG, and as shields.io takes them. */
import { escapeControl } from '../../lib/escape-control-characters.ts';
import type { CellState } from '../cells/cell-state.ts';

/** A badge before it has a form. */
export interface Badge {
  readonly label: string;
  readonly message: string;
  /** The word that it says; absent of one that counts, which is neither good nor bad. */
  readonly word?: CellState;
  /** The whole of it in one sentence, for who cannot see it and for who points at it. */
  readonly title: string;
}

/** Grounds of a badge, all dark enough for white text (WCAG 2.2 AA). Sure ones, for no theme surrounds a badge that would be known. */
export const grounds: Readonly<Record<CellState | 'label' | 'count', string>> = {
  label: '#3b3c40',
  count: '#1f4fbf',
  works: '#07574c',
  'works-with-gaps': '#14655a',
  'in-part': '#704a00',
  'does-not-work': '#9c2710',
  rejected: '#484c7d',
  'not-offered': '#626a76',
  'not-offered-not-rejected': '#9c2710',
  'not-judged': '#4a515c',
};

/** The text of a badge. */
export const ink = '#ffffff';

const groundOf = ({ word }: Badge): string => grounds[word ?? 'count'];

/** What an endpoint badge of shields.io is made from (https://shields.io/badges/endpoint-badge). */
interface ShieldsEndpoint {
  readonly schemaVersion: 1;
  readonly label: string;
  readonly message: string;
  readonly color: string;
  readonly labelColor: string;
}

/** A badge as shields.io takes it. Pure. */
export const shieldsOf = (badge: Badge): ShieldsEndpoint => ({
  schemaVersion: 1,
  label: escapeControl(badge.label),
  message: escapeControl(badge.message),
  color: groundOf(badge),
  labelColor: grounds.label,
});

const height = 20;
const padding = 6;

/** A badge as a picture that stands alone: no script, no font, no request. Pure. */
export function svgOf(badge: Badge): string {
  const { label, message, title } = badge;
  const left = { text: oneLine(label), x: 0, ground: grounds.label };
  const right = { text: oneLine(message), x: widthOf(left.text), ground: groundOf(badge) };
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

const oneLine = (text: string): string => escapeControl(text.replaceAll(/\s+/g, ' '));

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
