/**
 * Sections of Markdown, each with the first of some items, or nothing where there are none. Pure.
 *
 * @param elsewhere where the items are told that there is no room for, as the end of a sentence
 * @returns makes one; `shown` is how many items there is room for
 */
export const sectionsWith =
  (elsewhere: string) =>
  <T>(title: string, items: readonly T[], shown: number, linesOf: (item: T) => string[]): string[] => {
    if (items.length === 0) return [];
    const more = items.length - shown;
    return [
      '',
      `### ${title}`,
      '',
      ...items.slice(0, shown).flatMap(linesOf),
      ...(more > 0 ? ['', `… and ${more} more; ${elsewhere}.`] : []),
    ];
  };
