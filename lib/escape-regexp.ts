/** The source of a regular expression that fits a text as it is. */
export const escapeRegExp = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** An expression that fits whole texts of a pattern in which `*` stands for anything. */
export const wildcard = (pattern: string): RegExp => new RegExp(`^${pattern.split('*').map(escapeRegExp).join('.*')}$`);
