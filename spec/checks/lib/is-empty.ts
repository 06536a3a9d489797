import type { Json } from '../../../files/canonical-json.ts';

/** True for a text, a list or an object that holds nothing: a setting that is there, and sets nothing. */
export const isEmpty = (value: Json | undefined): boolean =>
  value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
