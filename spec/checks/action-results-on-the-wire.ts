import type { ActionResultContent, ChatMessage } from '../contract/index.ts';
import type { Finding } from '../engine/verdict.ts';
import type { RequestReading } from '../wire/reader.ts';
import {
  answered,
  type Check,
  type CheckOutcome,
  contractSource,
  type JudgedStep,
  notApplicable,
  sum,
} from './check.ts';
import { describeActionResult, differingActionResults } from './lib/action-results.ts';
import { newMessages } from './lib/new-messages.ts';

export const check: Check = {
  id: 'action-results-on-the-wire',
  level: 'MUST',
  title:
    'What came of every action goes out once, under the id of its call: the same words and bytes, a failure as a failure, the exit code, and the safety checks that were acknowledged.',
  reason:
    'The model sees the screen, the shell and the file through these alone: what is dropped or embellished leads its next action astray.',
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
  of: answered,
  judge: ({ steps }) => sum(steps.map((step, i) => judgeStep(step, idsOfActions(steps.slice(0, i))))),
};

/** Ids of calls as the wire has them. Where it has none, an adapter makes them up, and the place of an answer links it. */
const idsOfActions = (earlier: readonly JudgedStep[]): ReadonlySet<string> =>
  new Set(
    earlier.flatMap(({ wire }) => wire.facts.flatMap(({ fact }) => (fact.kind === 'action-call' && fact.id) || [])),
  );

function judgeStep(judged: JudgedStep, idsOnWire: ReadonlySet<string>): CheckOutcome {
  const [request] = judged.requests;
  return request ? judgeRequest(judged, request, idsOnWire) : notApplicable;
}

function judgeRequest(
  { step, path }: JudgedStep,
  request: RequestReading,
  idsOnWire: ReadonlySet<string>,
): CheckOutcome {
  const due = resultsOf(newMessages(step.messages, request.options));
  const sent = resultsOf(request.messages);
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
      message: `the wire answers the call "${result.callId}" with ${describeActionResult(result)}, which the application did not`,
      ...placeOf(result),
    });
  }
  return { compared: due.length + invented.length, findings };

  function judgeResult(result: ActionResultContent, [found, ...more]: readonly ActionResultContent[]): Finding[] {
    const given = { adapterPath: `${path}.messages`, adapter: result };
    const told = `the application answered the call "${result.callId}" with ${describeActionResult(result)}`;
    if (found && more.length === 0) {
      return differingActionResults(result, found).map((difference) => ({
        message: `${told}; the wire has ${describeActionResult(found)}: ${difference}`,
        ...placeOf(found),
        ...given,
      }));
    }
    const times = found ? `goes out ${more.length + 1} times` : 'is not on the wire';
    const ids = sent.map(({ callId }) => callId).join(', ') || 'none';
    const wirePath = `${path}.exchanges[${request.exchange}].request`;
    return [{ message: `${told}, and that ${times}; calls answered there: ${ids}`, wirePath, ...given }];
  }

  function placeOf(result: ActionResultContent) {
    const place = request.paths.get(result) ?? `exchanges[${request.exchange}].request`;
    return { wirePath: `${path}.${place}`, wire: result };
  }
}

const resultsOf = (messages: readonly ChatMessage[]): ActionResultContent[] =>
  messages.flatMap((m) => m.contents).filter((c) => c.type === 'action-result');
