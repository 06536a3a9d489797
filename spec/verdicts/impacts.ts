/** The impact of each kind of finding on a user, and the evidence of its check: one table for all checks. */
import type { EvidenceGrade, Impact } from './impact.ts';

/** The impact of a kind of finding, with the reason where it may be argued about. */
type Entry = Impact | readonly [impact: Impact, reason: string];

/** Evidence and impacts of the findings of a check. */
interface Grades {
  /** `recording`: the evidence grade of the cassette. */
  readonly evidence: EvidenceGrade | 'recording';
  /** By group; `*` matches any text. The first match counts. */
  readonly groups: Readonly<Record<string, Entry>>;
}

const acts = 'The application acts on it, so an error leads to a wrong action.';

/** Grades of facts that only inform. */
const informs = (kind: string): Grades['groups'] => ({
  [`${kind}.missing`]: 'loses',
  [`${kind}.invented`]: ['loses', 'The user cannot distinguish true from invented data.'],
  [`${kind}.changed`]: 'loses',
  [`${kind}.order`]: 'loses',
  [`${kind}.*.missing`]: 'loses',
  [`${kind}.*.changed`]: 'loses',
  [`${kind}.*.invented`]: 'loses',
});

/** Of facts on which an application acts. */
const isActedOn = (kind: string): Grades['groups'] => ({
  [`${kind}.missing`]: ['breaks', 'The application does not act, and the conversation stops.'],
  [`${kind}.invented`]: ['breaks', 'The application acts without a request of the model.'],
  [`${kind}.order`]: ['breaks', acts],
  [`${kind}.*.missing`]: ['breaks', acts],
  [`${kind}.*.changed`]: ['breaks', acts],
  [`${kind}.*.invented`]: ['breaks', acts],
});

const usage: Grades['groups'] = {
  'usage.*.zero': ['differs', 'A missing count of zero tokens means the same.'],
  ...informs('usage'),
};

const ownWord: Entry = ['differs', 'It is the value of the response itself, and nothing is lost.'];

export const gradesOfChecks: Readonly<Record<string, Grades>> = {
  'abort-ends-call': {
    evidence: 'contract',
    groups: {
      'no-error': ['breaks', 'The call continues, and the provider bills it.'],
      'other-error': ['loses', 'The call ends, with another error.'],
      'request-runs-on': [
        'loses',
        'The provider generates and bills what the caller does not read, and the connection stays open.',
      ],
      'request-after-abort': ['breaks', 'The adapter sends an unwanted request, and the provider bills it.'],
      'run-left-active': ['breaks', 'The provider continues and bills it, and its thread takes no message until then.'],
      'updates-after-abort': ['breaks', 'The caller gets updates of a call that it aborted.'],
    },
  },
  'arguments-fit-schema': { evidence: 'recording', groups: { arguments: ['breaks', acts] } },
  'call-ids-match': {
    evidence: 'recording',
    groups: {
      'id.taken': ['breaks', 'Only the id links a result to its call.'],
      'id.empty': ['breaks', 'Only the id links a result to its call.'],
      'hosted-result.call-id': ['loses', 'The result of a tool appears with another call.'],
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
    groups: { '*': ['breaks', 'The application fails far from the cause.'] },
  },
  'error-message': { evidence: 'contract', groups: { 'without-words': 'loses' } },
  'error-network': {
    evidence: 'contract',
    groups: {
      'no-error': ['breaks', 'A partial response looks complete.'],
      'other-error': ['loses', 'The call fails, and the caller does not learn if a retry can succeed.'],
    },
  },
  'error-retryable': {
    evidence: 'contract',
    groups: { 'retryable.missing': 'loses', 'retryable.changed': 'loses', 'retry-after': 'loses' },
  },
  'error-secrets': { evidence: 'contract', groups: { 'too-much': ['breaks', 'A secret in a log is a breach.'] } },
  'error-thrown': {
    evidence: 'documented',
    groups: { 'no-error': ['breaks', 'A failed response is stored and shown as a complete one.'] },
  },
  'error-types': {
    evidence: 'contract',
    groups: { untyped: ['loses', 'The call fails with an error that the application does not know.'] },
  },
  'no-empty-content': {
    evidence: 'contract',
    groups: {
      message: ['loses', 'The user sees an empty bubble, and some services reject it in the next request.'],
      text: ['loses', 'The user sees an empty bubble, and some services reject it in the next request.'],
      reasoning: ['loses', 'The user sees an empty bubble, and some services reject it in the next request.'],
    },
  },
  'no-finish-before-error': {
    evidence: 'contract',
    groups: { 'finish-before-error': ['breaks', 'A broken response looks complete.'] },
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
    groups: { prototype: ['breaks', 'Every object of the application has values from outside.'] },
  },
  'rejects-before-sending': {
    evidence: 'contract',
    groups: {
      forward: ['loses', 'The service rejects it, and its error is all that the caller gets.'],
      'messages-sent': ['breaks', 'The model responds to other messages than the caller’s.'],
      substitute: ['breaks', 'A tool acts that the caller did not allow.'],
      'silent-drop': ['breaks', 'The caller gets a response to another question.'],
      'warn-drop': ['loses', 'The conversation continues without the tool, and the caller gets a warning.'],
      'no-error': ['breaks', 'The caller gets a response that the provider did not send.'],
      'other-error': ['rejects', 'The adapter rejects it with another error than the contract requires.'],
      'error.tool': 'loses',
      'error.names': 'loses',
      'error.members': 'loses',
    },
  },
  'rejects-invalid-settings': {
    evidence: 'contract',
    groups: {
      error: ['loses', 'The adapter rejects it, with a message that does not help or reveals too much.'],
      'no-error': ['breaks', 'A mistake in the settings looks like a failure of the provider.'],
    },
  },
  'request-credentials': {
    evidence: 'contract',
    groups: { credentials: ['breaks', 'The wrong account is billed, or the wrong data opened.'] },
  },
  'request-known-members': {
    evidence: 'types',
    groups: { '*': ['breaks', 'A strict service rejects an unknown member, and a lenient one ignores it.'] },
  },
  'request-provider-rules': { evidence: 'inferred', groups: { '*': ['breaks', 'The service rejects the request.'] } },
  'request-requirements': {
    evidence: 'documented',
    groups: { demand: ['breaks', 'The service rejects the request, or returns less.'] },
  },
  'request-retries': {
    evidence: 'contract',
    groups: {
      'too-often': ['breaks', 'The user sees text twice, and tools run twice.'],
      'too-early': ['loses', 'It is rejected again.'],
    },
  },
  'request-schema': {
    evidence: 'types',
    groups: { '*': ['breaks', 'The service rejects a request that it cannot read.'] },
  },
  'request-sequence': {
    evidence: 'recording',
    groups: {
      'request.unexpected': ['breaks', 'An extra request costs money, and may act twice.'],
      'request.late': ['breaks', 'An extra request costs money, and may act twice.'],
      'request.elsewhere': ['breaks', 'Another host gets the user’s messages.'],
      'request.version': ['breaks', 'Another version of the API answers, with other members and other rules.'],
      'request.missing': ['breaks', 'A message never reaches the provider.'],
      connection: ['breaks', 'It does not use the caller’s transport.'],
    },
  },
  'resources-deleted': { evidence: 'contract', groups: { resource: 'loses' } },
  'returns-actions': { evidence: 'recording', groups: isActedOn('action-call') },
  'returns-approval-requests': {
    evidence: 'recording',
    groups: {
      'approval-request.server.changed': [
        'loses',
        'The decision reaches its request, but the user does not see the server.',
      ],
      ...isActedOn('approval-request'),
    },
  },
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
    groups: { text: ['loses', 'The text arrives late.'], reasoning: ['loses', 'The text arrives late.'] },
  },
  'returns-partial-output': { evidence: 'contract', groups: { 'text.missing': 'loses', 'text.changed': 'breaks' } },
  'returns-provider-errors': {
    evidence: 'recording',
    groups: {
      'rejected-before-sending': 'rejects',
      'rejected-by-bridge': ['rejects', 'The bridge lacks the feature, which proves nothing about the library.'],
      'error.missing': ['breaks', 'A failure looks like a success.'],
      'error.invented': ['breaks', 'A successful response ends with an error.'],
      'error.order': 'loses',
      'error.*.missing': 'loses',
      'error.*.changed': 'loses',
      'error.*.invented': 'loses',
    },
  },
  'returns-raw-complete': {
    evidence: 'recording',
    groups: { 'raw.*': ['loses', 'What the contract has no name for is nowhere else.'] },
  },
  'returns-reasoning': { evidence: 'recording', groups: informs('reasoning') },
  'returns-text': {
    evidence: 'recording',
    groups: {
      'text.missing': ['breaks', 'The response has other text.'],
      'text.changed': ['breaks', 'The response has other text.'],
      'text.invented': ['breaks', 'The response has other text.'],
      'text.order': ['breaks', 'The response has other text.'],
    },
  },
  'returns-usage': { evidence: 'recording', groups: usage },
  'sends-action-results': {
    evidence: 'documented',
    groups: {
      'action-result.missing': 'breaks',
      'action-result.twice': 'breaks',
      'action-result.invented': 'breaks',
      'action-result.text': ['breaks', 'The model continues from the text that it receives.'],
      'action-result.text.invented': ['breaks', 'The model continues from the text that it receives.'],
      'action-result.data': ['breaks', 'The model does not see the screen, or sees another one.'],
      'action-result.data.invented': ['breaks', 'The model does not see the screen, or sees another one.'],
      'action-result.failure': ['loses', 'The model learns the outcome, but not that it is a failure.'],
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
      'warning.missing': ['loses', 'A reason is lost without a warning.'],
      'warning.unfounded': 'loses',
    },
  },
  'sends-attachments': {
    evidence: 'documented',
    groups: {
      '*.missing': ['breaks', 'The model responds without the attachment.'],
      'uri.downloaded': ['differs', 'The model sees the file, which the adapter fetches in place of the provider.'],
      '*.media-type': ['breaks', 'The model reads something else, or the service rejects it.'],
      '*.name': ['loses', 'The model sees the document, under another name than the user’s.'],
      '*.invented': ['breaks', 'The model sees a file that the conversation does not have.'],
    },
  },
  'sends-failures-marked': {
    evidence: 'contract',
    groups: {
      'function-result.unmarked': ['loses', 'The model learns the words, but not that they report a failure.'],
    },
  },
  'sends-function-results': {
    evidence: 'documented',
    groups: {
      'function-result.wrapped': [
        'differs',
        'The value is complete, under the library’s own member name. Services accept any name.',
      ],
      'function-result.error-wrapped': ['differs', 'Google’s documentation uses a member "error" for failures.'],
      'function-result.as-text': ['loses', 'The model reads the blocks as JSON, and the service cannot cite them.'],
      'function-result.failure': ['loses', 'The model learns the outcome, but not that it is a failure.'],
      'function-result.error': ['loses', 'The model learns of the failure in another text.'],
      'function-result.again': ['breaks', 'The conversation continues with two results of one call.'],
      'function-result.missing': ['breaks', 'The model never gets the result.'],
      'function-result.changed': ['breaks', 'The model works with another value.'],
      'function-result.media-missing': ['breaks', 'The model never sees it.'],
      'function-result.media-invented': ['breaks', 'The model sees what the function did not return.'],
      'function-result.media-as-text': ['breaks', 'The model reads the letters of its bytes, and pays for each.'],
      'function-result.media-moved': ['loses', 'The model sees it, but not as what the function returned.'],
    },
  },
  'sends-history': {
    evidence: 'documented',
    groups: {
      'reasoning.missing': ['loses', 'Reasoning of another provider is lost without a warning.'],
      '*.missing': ['breaks', 'The model responds to another conversation.'],
      '*.invented': ['breaks', 'The model responds to another conversation.'],
    },
  },
  'sends-hosted-history': {
    evidence: 'documented',
    groups: {
      '*.twice': ['breaks', 'Services reject it.'],
      '*.id-omitted': [
        'differs',
        'An API whose ids are optional links by order. Others reject it, which the schema shows.',
      ],
      '*.missing': ['breaks', 'The model does not know its earlier work, and services reject a call without a result.'],
      '*.changed': ['breaks', 'The model does not know its earlier work, and services reject a call without a result.'],
      '*.tool': ['breaks', 'The model receives the name of another tool.'],
      '*.state': ['breaks', 'Services verify their encrypted state.'],
      'citation.invented': ['differs', 'The model sees a source that it did not name.'],
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
      'option.*.default': ['differs', 'Every provider uses this value by default.'],
      'option.toolMode.*': ['breaks', 'The model may make a forbidden call, or omit a required one.'],
      'option.responseFormat.*': ['breaks', 'The application cannot parse the response.'],
      'option.instructions.*': ['breaks', 'The model receives other instructions.'],
      'option.conversationId.changed': ['breaks', 'The model continues another conversation.'],
      'option.rawRepresentation.missing': ['loses', 'A raw member of the caller is lost without a warning.'],
      'option.*.missing': ['loses', 'An option is lost without a warning.'],
      'option.*.changed': ['loses', 'An option has another value.'],
      'option.*.invented': ['loses', 'The request has an option that the caller did not set.'],
      'warning.unfounded': 'loses',
    },
  },
  'sends-tools': {
    evidence: 'documented',
    groups: {
      'function.strict.*': ['loses', 'The model can still call the function, with stricter or looser arguments.'],
      'function.parameters.title.missing': ['differs', 'The name of a member says the same.'],
      'function.parameters.*.missing': ['loses', 'The model can call the tool, but knows less about its arguments.'],
      'function.parameters.invalid': ['breaks', 'Services reject it, or the model does not know the arguments.'],
      'function.parameters.looser': ['loses', 'The model may pass arguments that the function does not take.'],
      'function.parameters.stricter': ['breaks', 'The model cannot pass arguments that the function takes.'],
      '*.description.*': ['loses', 'The model can call the tool, but knows less about it.'],
      '*.as-function': [
        'loses',
        'The model can call the function, but does not know it as a tool of its provider, with its settings.',
      ],
      '*.missing': ['breaks', 'The model cannot call the tool, or the tool loses its limits.'],
      '*.invented': ['breaks', 'The model may use what the caller did not allow.'],
      '*.changed': ['breaks', 'The tool does something else.'],
      '*.twice': ['breaks', 'Services reject it.'],
    },
  },
  'stream-equals-complete': {
    evidence: 'recording',
    groups: {
      'contents.order': ['loses', 'Text from before a call appears after it.'],
      'hosted-result.payload.*': [
        'differs',
        'Another check compares it with the response. An adapter may add other members.',
      ],
      ...usage,
      ...isActedOn('call'),
      ...isActedOn('action-call'),
      ...isActedOn('approval-request'),
      'text.*': ['breaks', 'The response has other text.'],
      '*': 'loses',
    },
  },
};

/**
 * Impact and evidence of a finding.
 *
 * @throws {Error} the table has no such finding
 */
export function gradesOf(check: string, group: string): { impact: Impact; evidence: Grades['evidence'] } {
  const entry = entryOf(check, group);
  if (entry === undefined) {
    throw new Error(`unknown impact of the finding "${group}" of "${check}": add it to spec/verdicts/impacts.ts`);
  }
  const { evidence = 'inferred' } = gradesOfChecks[check] ?? {};
  return { impact: typeof entry === 'string' ? entry : entry[0], evidence };
}

function entryOf(check: string, group: string): Entry | undefined {
  const groups = Object.entries(gradesOfChecks[check]?.groups ?? {});
  return groups.find(([pattern]) => isGroup(pattern, group))?.[1];
}

/** What a scenario says of the impact of a kind of finding, in the place of the table. */
interface OwnImpact {
  readonly check: string;
  readonly group: string;
  readonly impact: Impact;
}

/** The impact of a kind of finding in a scenario: its own word, or the table's; undefined where neither says anything of it. */
export function impactIn(
  { impacts = [] }: { readonly impacts?: readonly OwnImpact[] | undefined },
  check: string,
  group: string,
): Impact | undefined {
  const own = impacts.find((one) => one.check === check && isGroup(one.group, group));
  const entry = entryOf(check, group);
  return own?.impact ?? (typeof entry === 'string' ? entry : entry?.[0]);
}

/** True if a pattern matches a group; `*` matches any text. */
export const isGroup = (pattern: string, group: string): boolean =>
  new RegExp(`^${pattern.replaceAll(/[.[\]$]/g, '\\$&').replaceAll('*', '.*')}$`, 's').test(group);
