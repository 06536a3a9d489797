/**
 * Rendered markup with quotation marks of its text as they are: an escape is six characters instead of one, and most text here is
 * JSON. Within a tag they end an attribute's value and stay escaped.
 *
 * @param markup what the renderer wrote: attributes in double quotes, and no `<` but that of a tag
 */
export const plainQuotes = (markup: string): string =>
  markup.replace(/(<[^>"]*(?:"[^"]*"[^>"]*)*>)|&quot;/g, (_, tag: string | undefined) => tag ?? '"');
