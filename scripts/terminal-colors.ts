import picocolors from 'picocolors';

/**
 * Whether output is coloured: on a terminal, unless the environment says otherwise (https://no-color.org, https://force-color.org).
 * A build server is no terminal: what it keeps is read as text. Pure.
 */
export function wantsColour(
  { NO_COLOR, FORCE_COLOR, TERM }: Readonly<Record<string, string | undefined>>,
  isTerminal: boolean,
): boolean {
  if (NO_COLOR) return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return !['0', 'false'].includes(FORCE_COLOR);
  return isTerminal && TERM !== 'dumb';
}

/** Colours of standard output; the identity where it has none. */
export const colours: ReturnType<typeof picocolors.createColors> = picocolors.createColors(
  wantsColour(process.env, process.stdout.isTTY === true),
);
