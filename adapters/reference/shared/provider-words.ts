/** Words that a provider wrote, made fit for a message of ours. */

/** Longest text taken over from a provider's error: some repeat what they were sent. */
const longestMessage = 500;

/** Anything shorter stands in ordinary words by chance. */
const shortestSecret = 8;

/** One line, not too long, without the secret and without control characters: what a provider writes is not ours. */
export function excerpt(message: string, secret: string): string {
  const hidden = secret.length < shortestSecret ? message : message.replaceAll(secret, '[credentials]');
  const line = hidden.replace(/\p{Cc}+/gu, ' ');
  return line.length > longestMessage ? `${line.slice(0, longestMessage)}…` : line;
}

/** What a provider's error is told as: its status and code, as far as there are any, and its words. */
export function answeredWithError(
  provider: string,
  marks: readonly (string | number | undefined)[],
  words: string,
): string {
  const label = marks.filter((mark) => mark !== undefined).join(' ');
  return `${provider} answered with an error${label ? ` (${label})` : ''}: ${words}`;
}
