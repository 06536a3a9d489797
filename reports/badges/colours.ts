import type { Badge } from './badge.ts';

/** Grounds of a badge, all dark enough for white text (WCAG 2.2 AA). Sure ones, for no theme surrounds a badge that would be known. */
export const grounds: Readonly<Record<Badge['tone'] | 'label', string>> = {
  label: '#3b3c40',
  good: '#0c6339',
  mixed: '#7d4700',
  bad: '#a81530',
  none: '#5a5b5e',
};

/** The text of a badge. */
export const ink = '#ffffff';
