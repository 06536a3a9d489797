/** What each kind of finding does to a user, and on what its check rests: one table for all checks. */
import type { EvidenceGrade, Impact } from '../engine/impact.ts';

/** The impact of a kind of finding, with the reason where it may be argued about. */
type Entry = Impact | readonly [impact: Impact, reason: string];

/** What the findings of a check are worth. */
interface Grades {
  /** `recording`: as good as the recording that is played. */
  readonly evidence: EvidenceGrade | 'recording';
  /** By group; `*` stands for the rest of a name, or of a part of it. The first that matches counts. */
  readonly groups: Readonly<Record<string, Entry>>;
}

const acts = 'The application acts on it, so that a wrong one acts wrongly.';

export const gradesOfChecks: Readonly<Record<string, Grades>> = {
  'aborts-honoured': { evidence: 'contract', groups: { '*': 'breaks' } },
  'action-calls-equal-wire': { evidence: 'recording', groups: { '*': ['breaks', acts] } },
  'action-results-on-the-wire': { evidence: 'documented', groups: { '*': 'breaks' } },
  'approval-requests-equal-wire': { evidence: 'recording', groups: { '*': ['breaks', acts] } },
  'approvals-on-the-wire': {
    evidence: 'documented',
    groups: {
      'approval.reason': 'loses',
      'warning.missing': 'loses',
      'warning.unfounded': 'loses',
      'approval.*': 'breaks',
    },
  },
  'arguments-fit-schema': { evidence: 'recording', groups: { '*': ['breaks', acts] } },
  'attachments-on-the-wire': {
    evidence: 'documented',
    groups: {
      '*.name': ['loses', 'The model sees the document, and may call it by another name than the user does.'],
      '*': 'breaks',
    },
  },
  'call-ids-link': { evidence: 'recording', groups: { '*': 'breaks' } },
  'calls-equal-wire': { evidence: 'recording', groups: { '*': 'breaks' } },
  'citation-spans-equal-wire': { evidence: 'recording', groups: { '*': 'loses' } },
  'citations-equal-wire': { evidence: 'recording', groups: { '*': 'loses' } },
  'contents-say-something': { evidence: 'contract', groups: { '*': 'loses' } },
  'contract-shape': { evidence: 'contract', groups: { '*': 'breaks' } },
  'credentials-are-the-callers': { evidence: 'contract', groups: { '*': 'breaks' } },
  'errors-equal-wire': {
    evidence: 'recording',
    groups: {
      'rejected-before-sending': 'rejects',
      'error.missing': ['breaks', 'A failure is told as a success.'],
      'error.invented': ['breaks', 'A good answer ends with an error.'],
      'error.*': 'loses',
    },
  },
  'errors-in-words': { evidence: 'contract', groups: { '*': 'loses' } },
  'errors-keep-secrets': { evidence: 'contract', groups: { '*': ['breaks', 'A secret in a log is a breach.'] } },
  'files-equal-wire': { evidence: 'recording', groups: { '*': 'loses' } },
  'finish-reason-equals-wire': { evidence: 'recording', groups: { '*': 'loses' } },
  'history-on-the-wire': {
    evidence: 'documented',
    groups: { 'reasoning.missing': 'loses', '*': ['breaks', 'The model answers another conversation.'] },
  },
  'hosted-history-on-the-wire': {
    evidence: 'documented',
    groups: { '*': ['breaks', 'The model does not know what it did, and services reject half of a pair.'] },
  },
  'hosted-tools-equal-wire': { evidence: 'recording', groups: { '*': 'loses' } },
  'ids-equal-wire': { evidence: 'recording', groups: { '*': 'loses' } },
  'ids-told': { evidence: 'recording', groups: { '*': 'loses' } },
  'lost-answers-told': {
    evidence: 'contract',
    groups: {
      'no-error': ['breaks', 'Half an answer is told as a whole one.'],
      'other-error': ['loses', 'The call fails all the same; what is missing is whether to try again.'],
    },
  },
  'nothing-left-behind': {
    evidence: 'contract',
    groups: {
      'unhandled-rejection': ['breaks', 'It ends the process.'],
      timers: ['loses', 'The process ends later.'],
      listeners: ['loses', 'Memory grows with each call.'],
    },
  },
  'one-outcome': { evidence: 'contract', groups: { '*': ['breaks', 'A broken answer is taken for a whole one.'] } },
  'opaque-state-returned': {
    evidence: 'documented',
    groups: { '*': ['breaks', 'Services that verify it reject the next request.'] },
  },
  'options-on-the-wire': {
    evidence: 'documented',
    groups: {
      'option.toolMode.changed': ['breaks', 'The model may call what it must not, or not what it must.'],
      'option.instructions.*': ['breaks', 'The model is told something else.'],
      '*': 'loses',
    },
  },
  'partial-answers-kept': { evidence: 'contract', groups: { 'text.missing': 'loses', 'text.changed': 'breaks' } },
  'prototypes-untouched': { evidence: 'contract', groups: { '*': 'breaks' } },
  'reasoning-equals-wire': { evidence: 'recording', groups: { '*': 'loses' } },
  'refused-before-sending': {
    evidence: 'contract',
    groups: {
      'error.*': 'loses',
      'other-error': ['rejects', 'It is rejected, by another error than the contract promises.'],
      'warn-drop': ['loses', 'The conversation goes on without the tool, and the caller is told.'],
      '*': ['breaks', 'The caller gets an answer to another question.'],
    },
  },
  'requests-acceptable': { evidence: 'documented', groups: { '*': ['breaks', 'The service rejects the request.'] } },
  'requests-complete': { evidence: 'documented', groups: { '*': 'breaks' } },
  'requests-expected': { evidence: 'recording', groups: { '*': 'breaks' } },
  'requests-fit-schema': { evidence: 'types', groups: { '*': ['breaks', 'The service rejects what it cannot read.'] } },
  'requests-hold-known-members': {
    evidence: 'types',
    groups: { '*': ['differs', 'The service does not mind the member.'] },
  },
  'resources-deleted': { evidence: 'contract', groups: { '*': 'loses' } },
  'results-on-the-wire': {
    evidence: 'documented',
    groups: {
      'function-result.failure': ['loses', 'The model is told what happened, and not that it is a failure.'],
      '*': ['breaks', 'The model works with another value.'],
    },
  },
  'retries-bounded': { evidence: 'contract', groups: { '*': 'breaks' } },
  'retries-told': { evidence: 'contract', groups: { '*': 'loses' } },
  'stream-equals-complete': { evidence: 'recording', groups: { 'call.*': 'breaks', 'text.*': 'breaks', '*': 'loses' } },
  'text-equals-wire': { evidence: 'recording', groups: { '*': 'breaks' } },
  'tools-on-the-wire': { evidence: 'documented', groups: { '*': 'breaks' } },
  'typed-errors-only': { evidence: 'contract', groups: { '*': 'loses' } },
  'unusable-settings-refused': { evidence: 'contract', groups: { '*': 'loses' } },
  'usage-equals-wire': { evidence: 'recording', groups: { '*': 'loses' } },
  'words-arrive-in-pieces': { evidence: 'recording', groups: { '*': ['loses', 'The words arrive, late.'] } },
};

/**
 * What a finding is worth by the table.
 *
 * @throws {Error} the table says nothing of it
 */
export function gradesOf(check: string, group: string): { impact: Impact; evidence: Grades['evidence'] } {
  const { evidence, groups } = gradesOfChecks[check] ?? { evidence: 'inferred', groups: {} };
  const [, entry] = Object.entries(groups).find(([pattern]) => isGroup(pattern, group)) ?? [];
  if (entry === undefined) {
    throw new Error(
      `no impact is known of the finding "${group}" of "${check}": give it one in spec/checks/impacts.ts`,
    );
  }
  return { impact: typeof entry === 'string' ? entry : entry[0], evidence };
}

/** Whether a group is meant by a pattern, in which `*` stands for anything. */
export const isGroup = (pattern: string, group: string): boolean =>
  new RegExp(`^${pattern.replaceAll(/[.[\]$]/g, '\\$&').replaceAll('*', '.*')}$`, 's').test(group);
