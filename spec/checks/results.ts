/** What came of calls goes back to the provider: results, outcomes of actions, leave. */
import { isJsonObject, type Json, jsonEquals } from '../../lib/canonical-json.ts';
import type {
  ActionResultContent,
  ChatMessage,
  FunctionResultContent,
  ToolApprovalResponseContent,
} from '../contract/index.ts';
import type { Step } from '../engine/trace.ts';
import { dataFact } from '../facts/data-facts.ts';
import { describeFact, howItDiffers, quote, shown } from '../facts/describe.ts';
import type { RequestReading } from '../wire/reader.ts';
import { isSameMedia, mediaKey } from './attachments.ts';
import {
  answeredKinds,
  type Check,
  type CheckOutcome,
  contractSource,
  type Found,
  type JudgedStep,
  mergeOutcomes,
  notApplicable,
} from './check.ts';
import { isWarnedOf, newMessages } from './lib/request-contents.ts';

export const sendsFunctionResults: Check = {
  id: 'sends-function-results',
  level: 'MUST',
  title: 'Every function result is sent with its value; a failure as a failure.',
  reason:
    'The model works with the value that it receives. A changed value, or a failure sent as a success, leads to a wrong response.',
  sources: [contractSource, { title: 'M.E.AI FunctionResultContent' }],
  judge: ({ steps, toolErrors }) => {
    let compared = 0;
    const findings: Found[] = [];
    for (const { step, path, requests } of steps) {
      const [request] = requests;
      if (!request) continue;
      const given = inOrderOfCalls(newMessages(step.messages, request.options), step.messages);
      const sent = resultsOf(request.messages);
      // Where the request names a conversation, the provider has what was sent before.
      const before = resultsOf(step.messages).filter((result) => !given.includes(result));
      for (const again of sent.filter((s) => isOneOf(s, before) && !isOneOf(s, given))) {
        findings.push({
          group: 'function-result.again',
          message: `the provider has the result of the function ${again.name ?? again.callId} already, in the conversation that the request names, and is sent it again`,
          wirePath: `${path}.${request.paths.get(again)}`,
          wire: again,
        });
      }
      compared += before.length;
      if (given.length === 0) continue;
      const arePermuted = given.every((one) => sent.some(({ result }) => sameValue(one.result, result)));
      for (const result of given) {
        compared++;
        const found = counterpart(result, given, sent);
        if (found && result.outputs) {
          const wirePath = `${path}.${request.paths.get(found)}`;
          const place = { adapterPath: `${path}.messages`, adapter: result, wirePath, wire: found };
          findings.push(...differingOutputs(result, found, request).map((one) => ({ ...one, ...place })));
          continue;
        }
        if (found && sameOutcome(result, found, toolErrors)) continue;
        findings.push({
          group: groupOf(result, found),
          message: found
            ? `${arePermuted ? 'the results are in another order' : howItWent(result, found)}: the function ${result.name ?? result.callId} ${outcome(result)}, and the request has that it ${outcome(found)}`
            : `the function ${result.name ?? result.callId} ${outcome(result)}, and the request does not hold it`,
          adapterPath: `${path}.messages`,
          adapter: result,
          ...(found ? { wirePath: `${path}.${request.paths.get(found)}`, wire: found } : {}),
        });
      }
    }
    return compared === 0 ? notApplicable : { compared, findings };
  },
};

export const sendsFailuresMarked: Check = {
  id: 'sends-failures-marked',
  level: 'SHOULD',
  title: 'Where the API has no flag for failures, their text says so.',
  reason: 'A message alone, such as "closed", reads like the value of the function, and the model works with it.',
  sources: [contractSource, { title: 'M.E.AI FunctionResultContent.Exception' }],
  judge: ({ steps, toolErrors }) => {
    const failed = steps.flatMap(({ step, path, requests: [request] }) => {
      if (!request || toolErrors === 'flag') return [];
      const given = resultsOf(newMessages(step.messages, request.options));
      return given.flatMap((result) => (result.error ? [{ result, error: result.error, given, request, path }] : []));
    });
    const findings = failed.flatMap(({ result, error, given, request, path }): Found[] => {
      const sent = counterpart(result, given, resultsOf(request.messages));
      if (!sent || sent.error !== undefined || sent.result !== error) return [];
      return [
        {
          group: 'function-result.unmarked',
          message: `the function ${result.name ?? result.callId} failed with ${quote(error)}, and the request has these words as its result`,
          adapterPath: `${path}.messages`,
          adapter: result,
          wirePath: `${path}.${request.paths.get(sent)}`,
          wire: sent,
        },
      ];
    });
    return failed.length === 0 ? notApplicable : { compared: failed.length, findings };
  },
};

const isOneOf = (result: FunctionResultContent, all: readonly FunctionResultContent[]): boolean =>
  all.some(({ callId }) => callId === result.callId);

const resultsOf = (messages: readonly ChatMessage[]): FunctionResultContent[] =>
  messages.flatMap((m) => m.contents).filter((c) => c.type === 'function-result');

/** Media have to be in the result as what they are: a model reads no image from the letters of its bytes. */
function differingOutputs(
  given: FunctionResultContent,
  sent: FunctionResultContent,
  { messages }: RequestReading,
): Pick<Found, 'group' | 'message'>[] {
  const of = `the result of the function ${given.name ?? given.callId}`;
  const { outputs: wanted = [] } = given;
  const { outputs = [] } = sent;
  const text = typeof sent.result === 'string' ? sent.result : JSON.stringify(sent.result ?? sent.error ?? '');
  const words = [text, ...outputs.flatMap((output) => (output.type === 'text' ? output.text : []))].join('\n');
  const elsewhere = messages.flatMap(({ role, contents }) => (role === 'user' ? contents : []));
  const lost = wanted.flatMap((output) => {
    if (output.type === 'text') {
      const isSaid = words.includes(output.text) || words.includes(JSON.stringify(output.text).slice(1, -1));
      return isSaid ? [] : [{ group: 'function-result.changed', message: `${of} lacks ${quote(output.text)}` }];
    }
    if (outputs.some((one) => isSameMedia(output, one))) return [];
    const what = `${output.mediaType ?? output.type} of ${of}`;
    if (words.includes(mediaKey(output)))
      return [{ group: 'function-result.media-as-text', message: `sent as text: the ${what}` }];
    return elsewhere.some((one) => isSameMedia(output, one))
      ? [{ group: 'function-result.media-moved', message: `sent as the user’s: the ${what}` }]
      : [{ group: 'function-result.media-missing', message: `missing or changed in the request: the ${what}` }];
  });
  const invented = outputs.filter((one) => one.type !== 'text' && !wanted.some((output) => isSameMedia(output, one)));
  return [
    ...lost,
    ...(lost.length === 0 && invented.length > 0
      ? [{ group: 'function-result.media-invented', message: `${of} holds media that it did not return` }]
      : []),
  ];
}

/** Where a wire has no ids, results stand in the order of their calls, in whatever order they came. */
function inOrderOfCalls(given: readonly ChatMessage[], all: readonly ChatMessage[]): FunctionResultContent[] {
  const calls = all.flatMap(({ contents }) => contents.flatMap((c) => (c.type === 'function-call' ? c.callId : [])));
  return resultsOf(given).sort((a, b) => calls.lastIndexOf(a.callId) - calls.lastIndexOf(b.callId));
}

/**
 * The result on the wire that stands for one given: that of the same id or, where ids were changed on the way, which is the
 * linking check's business, that of the same place.
 */
function counterpart(
  result: FunctionResultContent,
  given: readonly FunctionResultContent[],
  sent: readonly FunctionResultContent[],
): FunctionResultContent | undefined {
  const byId = sent.find((s) => s.callId === result.callId);
  return byId ?? (sent.length === given.length ? sent[given.indexOf(result)] : undefined);
}

function sameOutcome(
  given: FunctionResultContent,
  sent: FunctionResultContent,
  toolErrors: 'flag' | undefined,
): boolean {
  if (given.error !== undefined) {
    if (toolErrors === 'flag') return sent.error?.includes(given.error) ?? false;
    return JSON.stringify(sent.error ?? sent.result ?? '').includes(JSON.stringify(given.error).slice(1, -1));
  }
  if (sent.error !== undefined) return false;
  // What the contract has no member for, such as pages that can be cited, is the provider's own block.
  if (given.result === undefined && given.rawRepresentation !== undefined)
    return holds(given.rawRepresentation, sent.result ?? null);
  return sameValue(given.result, sent.result);
}

/**
 * What stands in the only member of an object, but for the name of the function: an API that takes objects alone takes it under any name.
 * Source: https://ai.google.dev/api/caching#FunctionResponse ("any keys of their choice"); answered with 200 for `{"result": …}` in
 * 0xPlaygrounds/rig tests/cassettes/gemini/tool_definitions/rig_tool_macro_schema_round_trips.yaml@b75850e and for `{"content": …}` in
 * lmnr-ai/lmnr-python tests/cassettes/test_litellm/test_litellm_completion_with_tool_call_history.yaml@67dea39.
 */
function unwrapped({ name, result }: FunctionResultContent): Json | undefined {
  if (!isJsonObject(result)) return undefined;
  const [only, another] = Object.entries(result).filter((member) => !(member[0] === 'name' && member[1] === name));
  return another === undefined ? only?.[1] : undefined;
}

/**
 * What became of a result on the way; `wrapped` where it stands whole in an object that holds nothing else but its name,
 * `as-text` where blocks of the provider stand whole in a text, `error-wrapped` where a failure stands under the name of one.
 */
function groupOf(given: FunctionResultContent, sent: FunctionResultContent | undefined): string {
  if (!sent) return 'function-result.missing';
  const members = isJsonObject(sent.result) ? sent.result : {};
  if (given.error !== undefined && sent.error === undefined) {
    // Every text holds an empty one.
    const told = members.error === undefined ? undefined : JSON.stringify(members.error);
    return told?.includes(JSON.stringify(given.error).slice(1, -1))
      ? 'function-result.error-wrapped'
      : 'function-result.failure';
  }
  if (given.error === undefined && sent.error !== undefined) return 'function-result.failure';
  if (given.error !== undefined) return 'function-result.error';
  if (given.result === undefined && isText(given.rawRepresentation, sent.result)) return 'function-result.as-text';
  const whole = unwrapped(sent);
  const isWhole = whole !== undefined && sameValue(given.result, whole);
  return isWhole ? 'function-result.wrapped' : 'function-result.changed';
}

/** True where a text is, in JSON, what the provider's own block holds. */
function isText(raw: Json | undefined, sent: Json | undefined): boolean {
  if (raw === undefined || typeof sent !== 'string') return false;
  try {
    return holds(raw, JSON.parse(sent));
  } catch {
    return false;
  }
}

/** True where a value is, or has at any depth, one that is equal to the wanted. */
const holds = (value: Json, wanted: Json): boolean =>
  jsonEquals(value, wanted) ||
  (value !== null && typeof value === 'object' && Object.values(value).some((one) => holds(one ?? null, wanted)));

/** A string goes as it is; anything else as JSON, which the wire may hold as text. */
function sameValue(given: unknown, sent: unknown): boolean {
  if (jsonEquals(given ?? null, sent ?? null)) return true;
  if (typeof given === 'string' || typeof sent !== 'string') return false;
  try {
    return jsonEquals(given ?? null, JSON.parse(sent));
  } catch {
    return false;
  }
}

/** What became of a result, the deciding words first. */
function howItWent(given: FunctionResultContent, sent: FunctionResultContent): string {
  if (given.error !== undefined && sent.error === undefined) return 'a failure is sent as a success';
  if (given.error === undefined && sent.error !== undefined) return 'a success is sent as a failure';
  if (given.error !== undefined) return `the failure differs (${howItDiffers(given.error, sent.error)})`;
  return `the value differs (${howItDiffers(given.result ?? given.rawRepresentation, sent.result)})`;
}

const outcome = ({ error, result }: FunctionResultContent): string =>
  error === undefined ? `returned ${shown(result ?? null)}` : `failed with ${shown(error)}`;

export const sendsActionResults: Check = {
  id: 'sends-action-results',
  level: 'MUST',
  title: 'Every action result is sent once, under its call id.',
  reason:
    'The model sees screen, shell and files only through these results. A lost or invented detail leads to a wrong next action.',
  sources: [
    contractSource,
    {
      title: 'Anthropic: computer use tool',
      url: 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/computer-use-tool',
    },
    {
      title: 'OpenAI: computer use, acknowledging safety checks',
      url: 'https://platform.openai.com/docs/guides/tools-computer-use',
    },
  ],
  of: answeredKinds,
  judge: ({ steps }) =>
    mergeOutcomes(steps.map((step, i) => judgeActionResults(step, idsOfActions(steps.slice(0, i))))),
};

/** Ids of calls as the wire has them. Where it has none, an adapter makes them up, and the place of an answer links it. */
const idsOfActions = (earlier: readonly JudgedStep[]): ReadonlySet<string> =>
  new Set(
    earlier.flatMap(({ wire }) => wire.facts.flatMap(({ fact }) => (fact.kind === 'action-call' && fact.id) || [])),
  );

function judgeActionResults(judged: JudgedStep, idsOnWire: ReadonlySet<string>): CheckOutcome {
  const [request] = judged.requests;
  return request ? actionResultsIn(judged, request, idsOnWire) : notApplicable;
}

function actionResultsIn(
  { step, path }: JudgedStep,
  request: RequestReading,
  idsOnWire: ReadonlySet<string>,
): CheckOutcome {
  const due = actionResultsOf(newMessages(step.messages, request.options));
  const sent = actionResultsOf(request.messages);
  const answersTo = (result: ActionResultContent, place: number): ActionResultContent[] => {
    const byId = sent.filter(({ callId }) => callId === result.callId);
    const byPlace = sent[place];
    const isLinkedByPlace = byId.length === 0 && !idsOnWire.has(result.callId) && sent.length === due.length;
    return isLinkedByPlace && byPlace ? [byPlace] : byId;
  };
  const answers = due.map(answersTo);
  const findings = due.flatMap((result, i) => judgeResult(result, answers[i] ?? []));
  const invented = sent.filter((result) => !answers.some((found) => found.includes(result)));
  for (const result of invented) {
    findings.push({
      group: 'action-result.invented',
      message: `the request has a result of the call "${result.callId}" that the application did not return: ${describeActionResult(result)}`,
      ...placeOf(result),
    });
  }
  return { compared: due.length + invented.length, findings };

  function judgeResult(result: ActionResultContent, [found, ...more]: readonly ActionResultContent[]): Found[] {
    const given = { adapterPath: `${path}.messages`, adapter: result };
    const told = `the application’s result of the call "${result.callId}" is ${describeActionResult(result)}`;
    if (found && more.length === 0) {
      return differingActionResults(result, found).map(([aspect, difference]) => ({
        group: `action-result.${aspect}`,
        message: `${difference}: ${told}; the request has ${describeActionResult(found)}`,
        ...placeOf(found),
        ...given,
      }));
    }
    const times = found ? `it is in the request ${more.length + 1} times` : 'it is not in the request';
    const ids = sent.map(({ callId }) => callId).join(', ') || 'none';
    const wirePath = `${path}.exchanges[${request.exchange}].request`;
    const group = `action-result.${found ? 'twice' : 'missing'}`;
    return [{ message: `${told}, and ${times}; calls with a result there: ${ids}`, group, wirePath, ...given }];
  }

  function placeOf(result: ActionResultContent) {
    const place = request.paths.get(result) ?? `exchanges[${request.exchange}].request`;
    return { wirePath: `${path}.${place}`, wire: result };
  }
}

const actionResultsOf = (messages: readonly ChatMessage[]): ActionResultContent[] =>
  messages.flatMap((m) => m.contents).filter((c) => c.type === 'action-result');

export const sendsApprovals: Check = {
  id: 'sends-approvals',
  level: 'MUST',
  title: 'Every approval response is sent once, as decided.',
  reason:
    'Approval is the only protection between a model and a remote server. The adapter must never invent an approval, and must deliver each denial.',
  sources: [contractSource, { title: 'M.E.AI ToolApprovalResponseContent' }],
  judge: ({ steps, acceptsApprovalReason }) =>
    mergeOutcomes(steps.map((step) => judgeApprovals(step, acceptsApprovalReason))),
};

function judgeApprovals(judged: JudgedStep, acceptsApprovalReason: boolean): CheckOutcome {
  return mergeOutcomes(
    judged.requests.map((request, i) => approvalsIn(judged, request, i === 0, acceptsApprovalReason)),
  );
}

/** The first request of a call says what is new; none of its requests may say what the application never did. */
function approvalsIn(
  { step, path }: JudgedStep,
  request: RequestReading,
  isFirst: boolean,
  acceptsApprovalReason: boolean,
): CheckOutcome {
  const sent = answersOf(request.messages);
  const due = isFirst ? answersOf(newMessages(step.messages, request.options)) : [];
  const known = answersOf(step.messages);
  const wirePath = `${path}.exchanges[${request.exchange}].request`;
  const missing = due.flatMap((answer): Found[] => {
    const count = sent.filter(({ requestId }) => requestId === answer.requestId).length;
    if (count === 1) return [];
    const times = count === 0 ? 'the decision is not in the request' : `the decision is in the request ${count} times`;
    const message = `the application ${decision(answer)} the request "${answer.requestId}", and ${times}; decisions in the request: ${namesOf(sent)}`;
    const group = `approval.${count === 0 ? 'missing' : 'twice'}`;
    return [{ message, group, wirePath, wire: sent, adapterPath: `${path}.messages`, adapter: answer }];
  });
  const wrong = sent.flatMap((answer): Found[] => {
    const given = known.find(({ requestId }) => requestId === answer.requestId);
    if (given && sameDecision(given, answer, acceptsApprovalReason)) return [];
    const said = given
      ? `${decision(given)} it${reasonOf(given)}`
      : 'never got this approval request, or never decided';
    return [
      {
        group: !given
          ? 'approval.invented'
          : given.approved === answer.approved
            ? 'approval.reason'
            : 'approval.changed',
        message: `the request has that the application ${decision(answer)} the request "${answer.requestId}"${reasonOf(answer)}; the application ${said}`,
        wirePath: `${path}.${request.paths.get(answer) ?? `exchanges[${request.exchange}].request`}`,
        wire: answer,
        ...(given ? { adapterPath: `${path}.messages`, adapter: given } : {}),
      },
    ];
  });
  const reasons = isFirst && !acceptsApprovalReason ? due.filter(({ reason }) => reason !== undefined).length : 0;
  return { compared: due.length + sent.length, findings: [...missing, ...wrong, ...unwarned(step, path, reasons)] };
}

/** Where an API has no place for reasons, the caller hears of those that were given, and of no others. */
function unwarned(step: Step, path: string, reasons: number): Found[] {
  const adapterPath = `${path}.response.warnings`;
  if (reasons > 0 && !isWarnedOf('reason', step)) {
    const message =
      'the decision has a reason; the API has no member for it, and the response does not warn (code "unsupported-setting")';
    return [
      {
        message,
        group: 'warning.missing',
        adapterPath,
        adapter: step.response?.warnings.map((one) => ({ ...one })) ?? [],
      },
    ];
  }
  const unfounded = step.response?.warnings.find(
    ({ code, message }) => code === 'unsupported-setting' && /\breason\b/.test(message),
  );
  if (reasons > 0 || !unfounded) return [];
  const message = 'the response warns about a reason, and the decision has none';
  return [{ message, group: 'warning.unfounded', adapterPath, adapter: { ...unfounded } }];
}

const answersOf = (messages: readonly ChatMessage[]): ToolApprovalResponseContent[] =>
  messages.flatMap((m) => m.contents).filter((c) => c.type === 'approval-response');

/** A reason may stay unsaid where an API has no place for it; another one may not be said. */
const sameDecision = (
  given: ToolApprovalResponseContent,
  sent: ToolApprovalResponseContent,
  acceptsApprovalReason: boolean,
): boolean =>
  given.approved === sent.approved &&
  (sent.reason === given.reason || (sent.reason === undefined && !acceptsApprovalReason));

const decision = ({ approved }: ToolApprovalResponseContent): string => (approved ? 'approved' : 'denied');

const reasonOf = ({ reason }: ToolApprovalResponseContent): string =>
  reason === undefined ? '' : ` because of ${JSON.stringify(reason)}`;

const namesOf = (answers: readonly ToolApprovalResponseContent[]): string =>
  answers.map(({ requestId }) => requestId).join(', ') || 'none';

/** When the outcome of an action, as a request tells it, is the one that the application gave. */

type Output = ActionResultContent['outputs'][number];

/**
 * What differs, in words; empty where the two say the same.
 *
 * Providers cut words into blocks, or put what failed apart from what was printed, as they like; so words are held against
 * words, wherever they stand. A failure may be told in more words than the application's own. An exit code of 0 need not be
 * told, and one that the application did not give may be: some APIs demand one. Where time ran out there was none. A failure
 * that is sent as a success has no exit code either, which is not said twice.
 */
function differingActionResults(given: ActionResultContent, sent: ActionResultContent): Aspect[] {
  const failed = isFailure(given);
  const words = beyond(modelTextOf(given), modelTextOf(sent));
  return [
    ...words.missing.map((piece) => differs('text', `the text ${quote(piece)} is missing or changed`)),
    ...(words.rest === '' || failed || words.missing.length > 0
      ? []
      : [differs('text.invented', `the text ${quote(words.rest)} is invented`)]),
    ...differingData(given, sent),
    ...(failed && !isFailure(sent) ? [differs('failure', 'a failure is sent as a success')] : []),
    ...(!failed && isFailure(sent) ? [differs('failure', 'a success is sent as a failure')] : []),
    ...(ranOutOfTime(given) && sent.exitCode !== undefined
      ? [differs('timeout', `the timeout is sent as the exit code ${sent.exitCode}`)]
      : []),
    ...(ranOutOfTime(sent) && !saysTimeout(given) ? [differs('timeout', 'a timeout is invented')] : []),
    ...(given.exitCode && isFailure(sent) && given.exitCode !== sent.exitCode
      ? [differs('exit-code', `the exit code ${given.exitCode} is missing`)]
      : []),
    ...(sameSet(given.acknowledgedSafetyCheckIds, sent.acknowledgedSafetyCheckIds)
      ? []
      : [differs('safety-checks', 'different safety checks are acknowledged')]),
  ];
}

/** One thing that differs of an outcome: its name, and what differs of it, in words. */
type Aspect = readonly [name: string, words: string];

const differs = (name: string, words: string): Aspect => [name, words];

/** For people: what came of an action. */
function describeActionResult(result: ActionResultContent): string {
  const outputs = result.outputs.map((output) => {
    if (output.type === 'data') return describeFact(dataFact(output.mediaType, output.data));
    return output.type === 'text' ? quote(output.text) : `the failure ${quote(output.message)}`;
  });
  const checks = result.acknowledgedSafetyCheckIds ?? [];
  return [
    ...(outputs.length > 0 ? outputs : ['nothing']),
    ...(result.exitCode === undefined ? [] : [`exit code ${result.exitCode}`]),
    ...(checks.length > 0 ? [`the safety checks ${checks.map((id) => quote(id)).join(', ')} acknowledged`] : []),
  ].join(', ');
}

const isFailure = ({ outputs, exitCode = 0 }: ActionResultContent): boolean =>
  exitCode !== 0 || outputs.some(({ type }) => type === 'error');

const saysTimeout = ({ outputs }: ActionResultContent): boolean =>
  outputs.some((output) => output.type === 'error' && output.errorCode === 'timeout');

const ranOutOfTime = (result: ActionResultContent): boolean => result.exitCode === undefined && saysTimeout(result);

const modelTextOf = ({ outputs }: ActionResultContent): string[] =>
  outputs.flatMap((output) => {
    if (output.type === 'data') return [];
    const words = output.type === 'text' ? output.text : output.message;
    return words === '' ? [] : [words];
  });

/** Which pieces are not in the words that were sent, and what these say besides; white space between pieces says nothing. */
function beyond(pieces: readonly string[], sent: readonly string[]): { missing: string[]; rest: string } {
  let rest = sent.join('');
  const missing: string[] = [];
  for (const piece of pieces) {
    const at = rest.indexOf(piece);
    if (at < 0) missing.push(piece);
    else rest = rest.slice(0, at) + rest.slice(at + piece.length);
  }
  return { missing, rest: rest.trim() };
}

function differingData(given: ActionResultContent, sent: ActionResultContent): Aspect[] {
  const left = dataOf(sent);
  const missing = dataOf(given).filter((wanted) => {
    const at = left.findIndex((data) => jsonEquals({ ...data }, { ...wanted }));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return [
    ...missing.map((data) => differs('data', `${describeFact(data)} is missing or changed`)),
    ...left.map((data) => differs('data.invented', `${describeFact(data)} is invented`)),
  ];
}

const dataOf = ({ outputs }: ActionResultContent) =>
  outputs.flatMap((output: Output) => (output.type === 'data' ? [dataFact(output.mediaType, output.data)] : []));

const sameSet = (a: readonly string[] = [], b: readonly string[] = []): boolean =>
  jsonEquals([...a].sort(), [...b].sort());
