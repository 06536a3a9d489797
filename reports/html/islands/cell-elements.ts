/// <reference lib="dom" />
import type { Piece } from '../grid/cell-text.ts';

/** Pieces as elements: what they say is text, whatever it looks like. */
export function elementsOf(pieces: readonly Piece[]): Node[] {
  return pieces.map(({ look, to, is }) => {
    const span = document.createElement('span');
    span.className = [look ?? [], to === 'ears' ? 'unseen' : []].flat().join(' ');
    if (to === 'eyes') span.ariaHidden = 'true';
    span.append(...(typeof is === 'string' ? [is] : elementsOf(is)));
    return span;
  });
}
