import type { Step } from '../../engine/trace.ts';

/**
 * True where a call warned that something it was asked has no place in the provider's API. A call that ended with an error has
 * nothing to warn in.
 */
export const isWarnedOf = (member: string, { response }: Step): boolean =>
  !response ||
  response.warnings.some(({ code, message }) => code === 'unsupported-setting' && message.includes(member));
