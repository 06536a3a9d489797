/** What each kind of finding does to a user, and on what its check rests: one table for all checks. */
import type { EvidenceGrade, Impact } from './impact.ts';

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

/** Of facts of the answer that only inform. */
const informs = (kind: string): Grades['groups'] => ({
  [`${kind}.missing`]: 'loses',
  [`${kind}.invented`]: ['loses', 'What is true cannot be told from what is made up.'],
  [`${kind}.changed`]: 'loses',
  [`${kind}.order`]: 'loses',
  [`${kind}.*.missing`]: 'loses',
  [`${kind}.*.changed`]: 'loses',
  [`${kind}.*.invented`]: 'loses',
});

/** Of facts on which an application acts. */
const isActedOn = (kind: string): Grades['groups'] => ({
  [`${kind}.missing`]: ['breaks', 'Nobody does it, and the conversation stands still.'],
  [`${kind}.invented`]: ['breaks', 'Something is done that nobody asked for.'],
  [`${kind}.order`]: ['breaks', acts],
  [`${kind}.*.missing`]: ['breaks', acts],
  [`${kind}.*.changed`]: ['breaks', acts],
  [`${kind}.*.invented`]: ['breaks', acts],
});

const usage: Grades['groups'] = {
  'usage.*.zero': ['differs', 'Who is told of no tokens takes them for none.'],
  ...informs('usage'),
};

const ownWord: Entry = ['differs', 'It is the word of the wire itself; nothing is lost.'];

export const gradesOfChecks: Readonly<Record<string, Grades>> = {
  'abort-ends-call': {
    evidence: 'contract',
    groups: {
      'no-error': ['breaks', 'The call goes on, and is paid for.'],
      'other-error': ['loses', 'The call ends all the same.'],
      'request-after-abort': ['breaks', 'What nobody wants any more is sent, and paid for.'],
      'updates-after-abort': ['breaks', 'The caller hears what it gave up.'],
    },
  },
  'arguments-fit-schema': { evidence: 'recording', groups: { arguments: ['breaks', acts] } },
  'call-ids-match': {
    evidence: 'recording',
    groups: {
      'id.taken': ['breaks', 'A result finds its call by nothing else.'],
      'id.empty': ['breaks', 'A result finds its call by nothing else.'],
      'hosted-result.call-id': ['loses', 'What a tool gave is shown with another call.'],
      'call.unanswered': 'breaks',
      'call.answered-twice': 'breaks',
      'call.answered-by-name': ['differs', 'An API whose ids are optional links by name and order.'],
      'call.id-omitted': ['differs', 'An API whose ids are optional links by name and order.'],
      'call.id-not-replayed': 'breaks',
      'answer.unasked': 'breaks',
    },
  },
  'contract-shape': {
    evidence: 'contract',
    groups: { '*': ['breaks', 'An application fails far from the cause.'] },
  },
  'error-message': { evidence: 'contract', groups: { 'without-words': 'loses' } },
  'error-network': {
    evidence: 'contract',
    groups: {
      'no-error': ['breaks', 'Half an answer is told as a whole one.'],
      'other-error': ['loses', 'The call fails all the same; what is missing is whether to try again.'],
    },
  },
  'error-retryable': {
    evidence: 'contract',
    groups: { 'retryable.missing': 'loses', 'retryable.changed': 'loses', 'retry-after': 'loses' },
  },
  'error-secrets': { evidence: 'contract', groups: { 'too-much': ['breaks', 'A secret in a log is a breach.'] } },
  'error-types': {
    evidence: 'contract',
    groups: { untyped: ['loses', 'The call fails all the same, by an error that the application does not know.'] },
  },
  'no-empty-content': {
    evidence: 'contract',
    groups: {
      message: ['loses', 'An empty bubble is shown, and some services reject it in the next request.'],
      text: ['loses', 'An empty bubble is shown, and some services reject it in the next request.'],
      reasoning: ['loses', 'An empty bubble is shown, and some services reject it in the next request.'],
    },
  },
  'no-finish-before-error': {
    evidence: 'contract',
    groups: { 'finish-before-error': ['breaks', 'A broken answer is taken for a whole one.'] },
  },
  'no-leaks': {
    evidence: 'contract',
    groups: {
      'unhandled-rejection': ['breaks', 'It ends the process.'],
      timers: ['loses', 'The process ends later.'],
      listeners: ['loses', 'Memory grows with each call.'],
    },
  },
  'no-prototype-pollution': {
    evidence: 'contract',
    groups: { prototype: ['breaks', 'Every object of the application has what a stranger wrote.'] },
  },
  'rejects-before-sending': {
    evidence: 'contract',
    groups: {
      forward: ['breaks', 'The service rejects the request, or answers another question.'],
      substitute: ['breaks', 'Another tool acts than the caller allowed.'],
      'silent-drop': ['breaks', 'The caller gets an answer to another question.'],
      'warn-drop': ['loses', 'The conversation goes on without the tool, and the caller is told.'],
      'no-error': ['breaks', 'The caller gets an answer that nobody gave.'],
      'other-error': ['rejects', 'It is rejected, by another error than the contract promises.'],
      'error.tool': 'loses',
      'error.names': 'loses',
      'error.members': 'loses',
    },
  },
  'rejects-invalid-settings': {
    evidence: 'contract',
    groups: {
      error: ['loses', 'It is rejected, in words that do not help or tell too much.'],
      'no-error': ['breaks', 'A mistake in the settings looks like a failure of the provider.'],
    },
  },
  'request-credentials': {
    evidence: 'contract',
    groups: { credentials: ['breaks', 'The wrong account is billed, or the wrong data opened.'] },
  },
  'request-known-members': {
    evidence: 'types',
    groups: { '*': ['breaks', 'A strict service rejects a member that it does not know; a lenient one ignores it.'] },
  },
  'request-provider-rules': { evidence: 'inferred', groups: { '*': ['breaks', 'The service rejects the request.'] } },
  'request-requirements': {
    evidence: 'documented',
    groups: { demand: ['breaks', 'The service rejects the request, or tells less.'] },
  },
  'request-retries': {
    evidence: 'contract',
    groups: {
      'too-often': ['breaks', 'Words are said twice, and tools called twice.'],
      'too-early': ['loses', 'It is rejected again.'],
    },
  },
  'request-schema': {
    evidence: 'types',
    groups: { '*': ['breaks', 'The service rejects what it cannot read.'] },
  },
  'request-sequence': {
    evidence: 'recording',
    groups: {
      'request.unexpected': ['breaks', 'A request too many costs money, and may act twice.'],
      'request.late': ['breaks', 'A request too many costs money, and may act twice.'],
      'request.elsewhere': ['breaks', 'Somebody else gets what was said.'],
      'request.missing': ['breaks', 'Something is never said.'],
      connection: ['breaks', 'It goes past the transport that the caller gave.'],
    },
  },
  'resources-deleted': { evidence: 'contract', groups: { resource: 'loses' } },
  'returns-actions': { evidence: 'recording', groups: isActedOn('action-call') },
  'returns-approval-requests': { evidence: 'recording', groups: isActedOn('approval-request') },
  'returns-citation-spans': { evidence: 'recording', groups: informs('citation') },
  'returns-citations': {
    evidence: 'recording',
    groups: { 'citation.name': ['loses', 'The source cannot be followed.'], ...informs('citation') },
  },
  'returns-files': { evidence: 'recording', groups: { ...informs('file'), ...informs('data') } },
  'returns-finish-reason': {
    evidence: 'recording',
    groups: { 'finish.reason.own-word': ownWord, ...informs('finish') },
  },
  'returns-function-calls': { evidence: 'recording', groups: isActedOn('call') },
  'returns-hosted-tools': {
    evidence: 'recording',
    groups: { ...informs('hosted-call'), ...informs('hosted-result') },
  },
  'returns-ids': {
    evidence: 'recording',
    groups: { ...informs('response-id'), ...informs('model'), ...informs('message-id') },
  },
  'returns-ids-unchanged': {
    evidence: 'recording',
    groups: { ...informs('response-id'), ...informs('model'), ...informs('message-id'), 'update.*': 'loses' },
  },
  'returns-incrementally': {
    evidence: 'recording',
    groups: { text: ['loses', 'The words arrive, late.'], reasoning: ['loses', 'The words arrive, late.'] },
  },
  'returns-partial-output': { evidence: 'contract', groups: { 'text.missing': 'loses', 'text.changed': 'breaks' } },
  'returns-provider-errors': {
    evidence: 'recording',
    groups: {
      'rejected-before-sending': 'rejects',
      'rejected-by-bridge': ['rejects', 'The bridge has not built it: nothing is said of the library.'],
      'error.missing': ['breaks', 'A failure is told as a success.'],
      'error.invented': ['breaks', 'A good answer ends with an error.'],
      'error.order': 'loses',
      'error.*.missing': 'loses',
      'error.*.changed': 'loses',
      'error.*.invented': 'loses',
    },
  },
  'returns-reasoning': { evidence: 'recording', groups: informs('reasoning') },
  'returns-text': {
    evidence: 'recording',
    groups: {
      'text.missing': ['breaks', 'The answer is another one.'],
      'text.changed': ['breaks', 'The answer is another one.'],
      'text.invented': ['breaks', 'The answer is another one.'],
      'text.order': ['breaks', 'The answer is another one.'],
    },
  },
  'returns-usage': { evidence: 'recording', groups: usage },
  'sends-action-results': {
    evidence: 'documented',
    groups: {
      'action-result.missing': 'breaks',
      'action-result.twice': 'breaks',
      'action-result.invented': 'breaks',
      'action-result.text': ['breaks', 'The model goes on from what it is told.'],
      'action-result.text.invented': ['breaks', 'The model goes on from what it is told.'],
      'action-result.data': ['breaks', 'The model does not see the screen, or sees another one.'],
      'action-result.data.invented': ['breaks', 'The model does not see the screen, or sees another one.'],
      'action-result.failure': ['loses', 'The model is told what happened, and not whether that is a failure.'],
      'action-result.timeout': 'loses',
      'action-result.exit-code': 'loses',
      'action-result.safety-checks': ['breaks', 'The service waits for each to be acknowledged.'],
    },
  },
  'sends-approvals': {
    evidence: 'documented',
    groups: {
      'approval.missing': 'breaks',
      'approval.twice': 'breaks',
      'approval.invented': 'breaks',
      'approval.changed': 'breaks',
      'approval.reason': 'loses',
      'warning.missing': ['loses', 'A reason is left out in silence.'],
      'warning.unfounded': 'loses',
    },
  },
  'sends-attachments': {
    evidence: 'documented',
    groups: {
      '*.missing': ['breaks', 'The model answers without what it was shown.'],
      '*.media-type': ['breaks', 'The model reads something else, or the service rejects it.'],
      '*.name': ['loses', 'The model sees the document, and may call it by another name than the user does.'],
      'file.invented': ['breaks', 'The model is shown what the user did not give it.'],
    },
  },
  'sends-function-results': {
    evidence: 'documented',
    groups: {
      'function-result.wrapped': [
        'differs',
        'The value is whole, under a name of the library’s own; services take any.',
      ],
      'function-result.error-wrapped': [
        'differs',
        'A member "error" is how Google’s documentation says to tell a failure.',
      ],
      'function-result.failure': ['loses', 'The model is told what happened, and not whether that is a failure.'],
      'function-result.error': ['loses', 'The model is told of the failure in other words.'],
      'function-result.missing': ['breaks', 'The model never gets the result.'],
      'function-result.changed': ['breaks', 'The model works with another value.'],
    },
  },
  'sends-history': {
    evidence: 'documented',
    groups: {
      'reasoning.missing': ['loses', 'A thought of another provider is left out in silence.'],
      '*.missing': ['breaks', 'The model answers another conversation.'],
      '*.invented': ['breaks', 'The model answers another conversation.'],
    },
  },
  'sends-hosted-history': {
    evidence: 'documented',
    groups: {
      '*.twice': ['breaks', 'Services reject it.'],
      '*.missing': ['breaks', 'The model does not know what it did, and services reject half of a pair.'],
      '*.changed': ['breaks', 'The model does not know what it did, and services reject half of a pair.'],
      '*.tool': ['breaks', 'The model is told of another tool.'],
      '*.state': ['breaks', 'Services verify what they sealed.'],
    },
  },
  'sends-opaque-state': {
    evidence: 'documented',
    groups: {
      reasoning: ['breaks', 'Services that verify it reject the next request.'],
      call: ['breaks', 'Services that verify it reject the next request.'],
    },
  },
  'sends-options': {
    evidence: 'documented',
    groups: {
      'option.*.default': ['differs', 'Every provider does so where nothing is said.'],
      'option.toolMode.*': ['breaks', 'The model may call what it must not, or need not call what it must.'],
      'option.instructions.*': ['breaks', 'The model is told something else.'],
      'option.rawRepresentation.missing': ['loses', 'What the caller wrote himself is left out in silence.'],
      'option.*.missing': ['loses', 'An option is left out in silence.'],
      'option.*.changed': ['loses', 'An option says something else.'],
      'option.*.invented': ['loses', 'Something is asked that the caller did not ask.'],
      'warning.unfounded': 'loses',
    },
  },
  'sends-tools': {
    evidence: 'documented',
    groups: {
      'function.strict.*': [
        'loses',
        'The function is called all the same, with arguments that are held to less or more.',
      ],
      '*.description.*': ['loses', 'The model can call the tool, and knows less of it.'],
      '*.missing': ['breaks', 'The model cannot call it, or it lacks what it is kept within.'],
      '*.invented': ['breaks', 'The model may use what the caller did not allow.'],
      '*.changed': ['breaks', 'The tool does something else.'],
      '*.twice': ['breaks', 'Services reject it.'],
    },
  },
  'stream-equals-complete': {
    evidence: 'recording',
    groups: {
      'contents.order': ['loses', 'What was said before a call is told behind it.'],
      'hosted-result.payload.*': [
        'differs',
        'What the wire holds of it is judged against the wire; what an adapter puts around it may differ.',
      ],
      ...usage,
      ...isActedOn('call'),
      ...isActedOn('action-call'),
      ...isActedOn('approval-request'),
      'text.*': ['breaks', 'The answer is another one.'],
      '*': 'loses',
    },
  },
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
      `no impact is known of the finding "${group}" of "${check}": give it one in spec/verdicts/impacts.ts`,
    );
  }
  return { impact: typeof entry === 'string' ? entry : entry[0], evidence };
}

/** Whether a group is meant by a pattern, in which `*` stands for anything. */
export const isGroup = (pattern: string, group: string): boolean =>
  new RegExp(`^${pattern.replaceAll(/[.[\]$]/g, '\\$&').replaceAll('*', '.*')}$`, 's').test(group);
