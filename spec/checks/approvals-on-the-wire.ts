import type { ChatMessage, ToolApprovalResponseContent } from '../contract/index.ts';
import type { Step } from '../engine/trace.ts';
import type { Finding } from '../engine/verdict.ts';
import type { RequestReading } from '../wire/reader.ts';
import { type Check, type CheckOutcome, contractSource, type JudgedStep, sum } from './check.ts';
import { newMessages } from './lib/new-messages.ts';
import { isWarnedOf } from './lib/warned.ts';

export const check: Check = {
  id: 'approvals-on-the-wire',
  level: 'MUST',
  title:
    'Every answer to a request for leave goes out once, under the id of its request, as it was decided, and no other.',
  reason:
    'Leave is the only thing that stands between a model and somebody else’s server: what nobody gave must not be said, and a refusal must arrive.',
  sources: [contractSource, { title: 'M.E.AI ToolApprovalResponseContent' }],
  judge: ({ steps, takesReasons }) => sum(steps.map((step) => judgeStep(step, takesReasons))),
};

function judgeStep(judged: JudgedStep, takesReasons: boolean): CheckOutcome {
  return sum(judged.requests.map((request, i) => judgeRequest(judged, request, i === 0, takesReasons)));
}

/** The first request of a call says what is new; none of its requests may say what the application never did. */
function judgeRequest(
  { step, path }: JudgedStep,
  request: RequestReading,
  isFirst: boolean,
  takesReasons: boolean,
): CheckOutcome {
  const sent = answersOf(request.messages);
  const due = isFirst ? answersOf(newMessages(step.messages, request.options)) : [];
  const known = answersOf(step.messages);
  const wirePath = `${path}.exchanges[${request.exchange}].request`;
  const missing = due.flatMap((answer): Finding[] => {
    const count = sent.filter(({ requestId }) => requestId === answer.requestId).length;
    if (count === 1) return [];
    const times = count === 0 ? 'does not go out' : `goes out ${count} times`;
    const message = `the application ${decision(answer)} the request "${answer.requestId}", and that ${times}; answered on the wire: ${namesOf(sent)}`;
    return [{ message, wirePath, wire: sent, adapterPath: `${path}.messages`, adapter: answer }];
  });
  const wrong = sent.flatMap((answer): Finding[] => {
    const given = known.find(({ requestId }) => requestId === answer.requestId);
    if (given && sameDecision(given, answer, takesReasons)) return [];
    const said = given ? `${decision(given)} it${reasonOf(given)}` : 'was never asked, or never answered';
    return [
      {
        message: `the wire says that the application ${decision(answer)} the request "${answer.requestId}"${reasonOf(answer)}; the application ${said}`,
        wirePath: `${path}.${request.paths.get(answer) ?? `exchanges[${request.exchange}].request`}`,
        wire: answer,
        ...(given ? { adapterPath: `${path}.messages`, adapter: given } : {}),
      },
    ];
  });
  const reasons = isFirst && !takesReasons ? due.filter(({ reason }) => reason !== undefined).length : 0;
  return { compared: due.length + sent.length, findings: [...missing, ...wrong, ...unwarned(step, path, reasons)] };
}

/** Where an API has no place for reasons, the caller hears of those that were given, and of no others. */
function unwarned(step: Step, path: string, reasons: number): Finding[] {
  const adapterPath = `${path}.response.warnings`;
  if (reasons > 0 && !isWarnedOf('reason', step)) {
    const message =
      'the application said why it decides so; the API has no member for it, and the response does not warn (code "unsupported-setting")';
    return [{ message, adapterPath, adapter: step.response?.warnings.map((one) => ({ ...one })) ?? [] }];
  }
  const unfounded = step.response?.warnings.find(
    ({ code, message }) => code === 'unsupported-setting' && /\breason\b/.test(message),
  );
  if (reasons > 0 || !unfounded) return [];
  const message = 'the response warns that a reason was not sent, and nobody gave one';
  return [{ message, adapterPath, adapter: { ...unfounded } }];
}

const answersOf = (messages: readonly ChatMessage[]): ToolApprovalResponseContent[] =>
  messages.flatMap((m) => m.contents).filter((c) => c.type === 'approval-response');

/** A reason may stay unsaid where an API has no place for it; another one may not be said. */
const sameDecision = (
  given: ToolApprovalResponseContent,
  sent: ToolApprovalResponseContent,
  takesReasons: boolean,
): boolean =>
  given.approved === sent.approved && (sent.reason === given.reason || (sent.reason === undefined && !takesReasons));

const decision = ({ approved }: ToolApprovalResponseContent): string => (approved ? 'granted' : 'denied');

const reasonOf = ({ reason }: ToolApprovalResponseContent): string =>
  reason === undefined ? '' : ` because of ${JSON.stringify(reason)}`;

const namesOf = (answers: readonly ToolApprovalResponseContent[]): string =>
  answers.map(({ requestId }) => requestId).join(', ') || 'none';
