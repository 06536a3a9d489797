/** The source of a regular expression that fits a text as it is. */
export const literalPattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
