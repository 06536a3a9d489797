import type { KnownDefect, Phase } from './known-defects.ts';

/** Where a defect sits that these checks catch; what the rest catch sits in an answer. */
export const phaseOfCheck: Readonly<Record<string, Phase>> = {
  'refused-before-sending': 'availability',
  'errors-equal-wire': 'error',
  'typed-errors-only': 'error',
  'retries-told': 'error',
  'errors-in-words': 'error',
  'lost-answers-told': 'error',
  'nothing-left-behind': 'error',
  'tools-on-the-wire': 'request',
  'options-on-the-wire': 'request',
  'requests-acceptable': 'request',
  'requests-complete': 'request',
  'requests-expected': 'request',
  'action-results-on-the-wire': 'multi-turn',
  'approvals-on-the-wire': 'multi-turn',
  'history-on-the-wire': 'multi-turn',
  'hosted-history-on-the-wire': 'multi-turn',
  'opaque-state-returned': 'multi-turn',
  'results-on-the-wire': 'multi-turn',
};

/**
 * The phase of a conversation that a broken adapter spoils: the one that it says; else that of the first known defect that it
 * is modelled on; else the one of its check, or the stream where it shows in nothing else. Pure.
 */
export function phaseOf(
  {
    phase,
    caughtBy,
    shows,
  }: { readonly phase?: Phase; readonly caughtBy: string; readonly shows?: readonly string[] | undefined },
  [modelledOn]: readonly Pick<KnownDefect, 'phase'>[],
): Phase {
  const isOfStream = shows?.length !== 0 && shows?.every((name) => name.endsWith('/stream'));
  return phase ?? modelledOn?.phase ?? phaseOfCheck[caughtBy] ?? (isOfStream ? 'stream' : 'response');
}
