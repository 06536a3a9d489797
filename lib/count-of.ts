/** A number with its noun: `1 case`, `2 cases`. `shown`: the number as it is written. */
export const countOf = (count: number, what: string, plural = `${what}s`, shown = String(count)): string =>
  `${shown} ${count === 1 ? what : plural}`;
