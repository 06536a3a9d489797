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
  'abort-ends-call': { evidence: 'contract', groups: { '*': 'breaks' } },
  'returns-actions': { evidence: 'recording', groups: { '*': ['breaks', acts] } },
  'sends-action-results': { evidence: 'documented', groups: { '*': 'breaks' } },
  'returns-approval-requests': { evidence: 'recording', groups: { '*': ['breaks', acts] } },
  'sends-approvals': {
    evidence: 'documented',
    groups: {
      'approval.reason': 'loses',
      'warning.missing': 'loses',
      'warning.unfounded': 'loses',
      'approval.*': 'breaks',
    },
  },
  'arguments-fit-schema': { evidence: 'recording', groups: { '*': ['breaks', acts] } },
  'sends-attachments': {
    evidence: 'documented',
    groups: {
      '*.name': ['loses', 'The model sees the document, and may call it by another name than the user does.'],
      '*': 'breaks',
    },
  },
  'call-ids-match': { evidence: 'recording', groups: { '*': 'breaks' } },
  'returns-function-calls': { evidence: 'recording', groups: { '*': 'breaks' } },
  'returns-citation-spans': { evidence: 'recording', groups: { '*': 'loses' } },
  'returns-citations': { evidence: 'recording', groups: { '*': 'loses' } },
  'no-empty-content': { evidence: 'contract', groups: { '*': 'loses' } },
  'contract-shape': { evidence: 'contract', groups: { '*': 'breaks' } },
  'request-credentials': { evidence: 'contract', groups: { '*': 'breaks' } },
  'returns-provider-errors': {
    evidence: 'recording',
    groups: {
      'rejected-before-sending': 'rejects',
      'rejected-by-bridge': ['rejects', 'The bridge has not built it: nothing is said of the library.'],
      'error.missing': ['breaks', 'A failure is told as a success.'],
      'error.invented': ['breaks', 'A good answer ends with an error.'],
      'error.*': 'loses',
    },
  },
  'error-message': { evidence: 'contract', groups: { '*': 'loses' } },
  'error-secrets': { evidence: 'contract', groups: { '*': ['breaks', 'A secret in a log is a breach.'] } },
  'returns-files': { evidence: 'recording', groups: { '*': 'loses' } },
  'returns-finish-reason': { evidence: 'recording', groups: { '*': 'loses' } },
  'sends-history': {
    evidence: 'documented',
    groups: { 'reasoning.missing': 'loses', '*': ['breaks', 'The model answers another conversation.'] },
  },
  'sends-hosted-history': {
    evidence: 'documented',
    groups: { '*': ['breaks', 'The model does not know what it did, and services reject half of a pair.'] },
  },
  'returns-hosted-tools': { evidence: 'recording', groups: { '*': 'loses' } },
  'returns-ids-unchanged': { evidence: 'recording', groups: { '*': 'loses' } },
  'returns-ids': { evidence: 'recording', groups: { '*': 'loses' } },
  'error-network': {
    evidence: 'contract',
    groups: {
      'no-error': ['breaks', 'Half an answer is told as a whole one.'],
      'other-error': ['loses', 'The call fails all the same; what is missing is whether to try again.'],
    },
  },
  'no-leaks': {
    evidence: 'contract',
    groups: {
      'unhandled-rejection': ['breaks', 'It ends the process.'],
      timers: ['loses', 'The process ends later.'],
      listeners: ['loses', 'Memory grows with each call.'],
    },
  },
  'no-finish-before-error': {
    evidence: 'contract',
    groups: { '*': ['breaks', 'A broken answer is taken for a whole one.'] },
  },
  'sends-opaque-state': {
    evidence: 'documented',
    groups: { '*': ['breaks', 'Services that verify it reject the next request.'] },
  },
  'sends-options': {
    evidence: 'documented',
    groups: {
      'option.toolMode.changed': ['breaks', 'The model may call what it must not, or not what it must.'],
      'option.instructions.*': ['breaks', 'The model is told something else.'],
      '*': 'loses',
    },
  },
  'returns-partial-output': { evidence: 'contract', groups: { 'text.missing': 'loses', 'text.changed': 'breaks' } },
  'no-prototype-pollution': { evidence: 'contract', groups: { '*': 'breaks' } },
  'returns-reasoning': { evidence: 'recording', groups: { '*': 'loses' } },
  'rejects-before-sending': {
    evidence: 'contract',
    groups: {
      'error.*': 'loses',
      'other-error': ['rejects', 'It is rejected, by another error than the contract promises.'],
      'warn-drop': ['loses', 'The conversation goes on without the tool, and the caller is told.'],
      '*': ['breaks', 'The caller gets an answer to another question.'],
    },
  },
  'request-provider-rules': { evidence: 'documented', groups: { '*': ['breaks', 'The service rejects the request.'] } },
  'request-requirements': { evidence: 'documented', groups: { '*': 'breaks' } },
  'request-sequence': { evidence: 'recording', groups: { '*': 'breaks' } },
  'request-schema': { evidence: 'types', groups: { '*': ['breaks', 'The service rejects what it cannot read.'] } },
  'request-known-members': {
    evidence: 'types',
    groups: { '*': ['differs', 'The service does not mind the member.'] },
  },
  'resources-deleted': { evidence: 'contract', groups: { '*': 'loses' } },
  'sends-function-results': {
    evidence: 'documented',
    groups: {
      'function-result.failure': ['loses', 'The model is told what happened, and not that it is a failure.'],
      '*': ['breaks', 'The model works with another value.'],
    },
  },
  'request-retries': { evidence: 'contract', groups: { '*': 'breaks' } },
  'error-retryable': { evidence: 'contract', groups: { '*': 'loses' } },
  'stream-equals-complete': { evidence: 'recording', groups: { 'call.*': 'breaks', 'text.*': 'breaks', '*': 'loses' } },
  'returns-text': { evidence: 'recording', groups: { '*': 'breaks' } },
  'sends-tools': { evidence: 'documented', groups: { '*': 'breaks' } },
  'error-types': { evidence: 'contract', groups: { '*': 'loses' } },
  'rejects-invalid-settings': { evidence: 'contract', groups: { '*': 'loses' } },
  'returns-usage': { evidence: 'recording', groups: { '*': 'loses' } },
  'returns-incrementally': { evidence: 'recording', groups: { '*': ['loses', 'The words arrive, late.'] } },
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
