import type { Trial } from '../../spec/engine/trials.ts';

/** Groups of failures, as they are counted. */
export const groups = ['crash', 'hang', 'untyped', 'pollution', 'invalid', 'other'] as const;

export interface Failure {
  readonly group: (typeof groups)[number];
  /** The same for failures that have one cause, as far as words can tell. */
  readonly kind: string;
  readonly message: string;
}

const groupOf: Readonly<Record<string, Failure['group']>> = {
  'typed-errors-only': 'untyped',
  'prototypes-untouched': 'pollution',
  'contract-shape': 'invalid',
};

/** What the checks found, each kind once. */
export function failuresOf({ judgement }: Pick<Trial, 'judgement'>): Failure[] {
  const all = judgement.checks.flatMap(({ check, findings }) =>
    findings.map(({ message }): Failure => {
      const group = Object.hasOwn(groupOf, check) ? (groupOf[check] ?? 'other') : 'other';
      return { group, kind: `${check} ${withoutParticulars(message)}`, message: `${check}: ${message}` };
    }),
  );
  return [...new Map(all.map((failure) => [failure.kind, failure])).values()];
}

/** Names, texts and numbers are those of one answer. */
const withoutParticulars = (message: string): string =>
  message
    .slice(0, 400)
    .replaceAll(/ is .*?; expected/g, ' is …; expected')
    .replaceAll(/"[^"]*"|“[^”]*”|`[^`]*`/g, '…')
    .replaceAll(/-?\d+(\.\d+)?/g, 'n');
