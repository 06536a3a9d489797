import { html, type Markup } from '../markup.ts';
import type { Piece } from './cell-text.ts';

/** Pieces as markup of the page. */
export const piecesMarkup = (pieces: readonly Piece[]): Markup =>
  pieces.map(({ look, to, is }) => {
    const within = typeof is === 'string' ? is : piecesMarkup(is);
    if (look === undefined && to === undefined) return within;
    const name = [look ?? [], to === 'ears' ? 'unseen' : []].flat().join(' ');
    return html`<span class=${name === '' ? undefined : name} aria-hidden=${to === 'eyes' ? 'true' : undefined}>${within}</span>`;
  });
