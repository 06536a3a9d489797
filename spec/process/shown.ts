import { cut } from '../../files/cut.ts';
import { visible } from '../../files/visible.ts';

/** What is told to whoever looks on: a message to the program, one from it, or why the conversation ended. */
export type Said = '→' | '←' | '✗';

/** Longest text of a line that is shown, in characters: enough for a message without the conversation that it carries. */
const longest = 600;

/** Text without the secrets, as they are and as JSON spells them; what would act in a terminal is shown as escapes. Pure. */
export function shown(text: string, secrets: Iterable<string>): string {
  const spelled = [...secrets].flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]);
  return visible(spelled.reduce((rest, secret) => rest.replaceAll(secret, '•••'), text));
}

/** The same as one line of bounded length. Pure. */
export function shownLine(said: Said, text: string, secrets: Iterable<string>): string {
  // Cut last: half a secret is one too.
  return `${said} ${cut(shown(text, secrets).replaceAll('\n', '\\n'), longest)}`;
}
