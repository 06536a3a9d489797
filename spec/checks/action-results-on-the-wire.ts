import type { ActionResultContent, ChatMessage } from '../contract/index.ts';
import type { Finding } from '../engine/verdict.ts';
import type { RequestReading } from '../wire/reader.ts';
import { type Check, type CheckOutcome, contractSource, type JudgedStep, notApplicable, sum } from './check.ts';
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
  judge: ({ case: { kind }, steps }) => (kind === 'refusal' ? notApplicable : sum(steps.map(judgeStep))),
};

function judgeStep(judged: JudgedStep): CheckOutcome {
  const [request] = judged.requests;
  return request ? judgeRequest(judged, request) : notApplicable;
}

function judgeRequest({ step, path }: JudgedStep, request: RequestReading): CheckOutcome {
  const due = resultsOf(newMessages(step.messages, request.options));
  const known = resultsOf(step.messages);
  const sent = resultsOf(request.messages);
  const placeOf = (result: ActionResultContent) => ({
    wirePath: `${path}.${request.paths.get(result) ?? `exchanges[${request.exchange}].request`}`,
    wire: result,
  });
  const findings = due.flatMap((result): Finding[] => {
    const given = { adapterPath: `${path}.messages`, adapter: result };
    const [found, ...more] = sent.filter(({ callId }) => callId === result.callId);
    const told = `the application answered the call "${result.callId}" with ${describeActionResult(result)}`;
    if (!found || more.length > 0) {
      const times = found ? `goes out ${more.length + 1} times` : 'is not on the wire';
      const ids = sent.map(({ callId }) => callId).join(', ') || 'none';
      return [
        {
          message: `${told}, and that ${times}; calls answered there: ${ids}`,
          wirePath: `${path}.exchanges[${request.exchange}].request`,
          ...given,
        },
      ];
    }
    return differingActionResults(result, found).map((difference) => ({
      message: `${told}; the wire has ${describeActionResult(found)}: ${difference}`,
      ...placeOf(found),
      ...given,
    }));
  });
  const invented = sent.filter(({ callId }) => !known.some((result) => result.callId === callId));
  for (const result of invented) {
    findings.push({
      message: `the wire answers the call "${result.callId}" with ${describeActionResult(result)}, which the application did not`,
      ...placeOf(result),
    });
  }
  return { compared: due.length + invented.length, findings };
}

const resultsOf = (messages: readonly ChatMessage[]): ActionResultContent[] =>
  messages.flatMap((m) => m.contents).filter((c) => c.type === 'action-result');
