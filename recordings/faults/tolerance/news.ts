/** Names for what nobody knew when an adapter was written. */

/** A name in the spelling that most provider APIs have. */
export const news = 'added_later';

/** The same as members of AWS and Google are spelled. */
export const newsInCamelCase = 'addedLater';

export const newWords = 'what was not known';

/** Whether a name is that of something that nobody knew, in any spelling, with whatever stands before or behind it. */
export const isNews = (name: unknown): boolean => typeof name === 'string' && /added[._]?later/i.test(name);
