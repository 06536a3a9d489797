import type { KnownDefect, Phase } from './known-defects.ts';

/** Where a defect sits that these checks catch; what the rest catch sits in an answer. */
export const phaseOfCheck: Readonly<Record<string, Phase>> = {
  'rejects-before-sending': 'availability',
  'returns-provider-errors': 'error',
  'error-thrown': 'error',
  'error-types': 'error',
  'error-retryable': 'error',
  'error-message': 'error',
  'error-network': 'error',
  'no-leaks': 'error',
  'sends-tools': 'request',
  'sends-options': 'request',
  'request-provider-rules': 'request',
  'request-requirements': 'request',
  'request-sequence': 'request',
  'sends-action-results': 'multi-turn',
  'sends-approvals': 'multi-turn',
  'sends-history': 'multi-turn',
  'sends-hosted-history': 'multi-turn',
  'sends-opaque-state': 'multi-turn',
  'sends-failures-marked': 'multi-turn',
  'sends-function-results': 'multi-turn',
};

/**
 * The phase of a conversation that a broken adapter spoils: the one that it says; else that of the first known defect that it
 * has; else the one of its check, or the stream where it shows in nothing else. Pure.
 */
export function phaseOf(
  {
    phase,
    caughtBy,
    shows,
  }: { readonly phase?: Phase; readonly caughtBy: string; readonly shows?: readonly string[] | undefined },
  [known]: readonly Pick<KnownDefect, 'phase'>[],
): Phase {
  const isOfStream = shows?.length !== 0 && shows?.every((name) => name.endsWith('/stream'));
  return phase ?? known?.phase ?? phaseOfCheck[caughtBy] ?? (isOfStream ? 'stream' : 'response');
}
