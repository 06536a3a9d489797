/** A number with its noun: `1 case`, `2 cases`. */
export const countOf = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
