import { hasMembers } from '../../files/has-members.ts';
import type {
  ActionCallContent,
  ActionResultContent,
  ChatMessage,
  Content,
  FunctionCallContent,
  FunctionResultContent,
  ToolApprovalRequestContent,
  ToolApprovalResponseContent,
} from '../contract/index.ts';
import type { ApplicationRule } from '../scenarios/schema.ts';

/** What the application says to contents that ask it to act, or why it cannot. */
export type Answers =
  | { readonly kind: 'nothing-asked' }
  | { readonly kind: 'answered'; readonly messages: readonly ChatMessage[] }
  | { readonly kind: 'unanswered'; readonly asked: string };

type Asking = FunctionCallContent | ToolApprovalRequestContent | ActionCallContent;
type Answering = FunctionResultContent | ToolApprovalResponseContent | ActionResultContent;
type Answer = ApplicationRule['answer'];

/**
 * Answers every content that asks the application to act, by the first rule that applies: results in one message of role
 * `tool`, leave given or refused in one of role `user`, as M.E.AI has it. Pure.
 *
 * @param backwards what was asked last is answered first: applications run functions side by side
 */
export function answer(contents: readonly Content[], rules: readonly ApplicationRule[], backwards = false): Answers {
  const answers: Answering[] = [];
  for (const content of contents) {
    if (!asks(content)) continue;
    const answering = rules.filter((rule) => applies(rule, content)).map((rule) => answerTo(content, rule.answer))[0];
    if (!answering) return { kind: 'unanswered', asked: describe(content) };
    answers.push(answering);
  }
  const given = Object.groupBy(answers, ({ type }) => (type === 'approval-response' ? 'user' : 'tool'));
  const messages = (['tool', 'user'] as const).flatMap((role) => {
    const inOrder = given[role];
    return inOrder ? [{ role, contents: backwards ? inOrder.toReversed() : inOrder }] : [];
  });
  return messages.length === 0 ? { kind: 'nothing-asked' } : { kind: 'answered', messages };
}

const asks = (content: Content): content is Asking =>
  content.type === 'function-call' || content.type === 'approval-request' || content.type === 'action-call';

function applies({ when }: ApplicationRule, asking: Asking): boolean {
  const { kind, tool, argumentsMatch: wanted } = when;
  if (kind !== asking.type || (tool !== undefined && tool !== toolOf(asking))) return false;
  if (!wanted) return true;
  return asking.type === 'action-call'
    ? asking.actions.some((action) => hasMembers(action, wanted))
    : hasMembers(asking.arguments, wanted);
}

/** The name that rules call it by: a function's or hosted tool's own, or the kind of action. */
function toolOf(asking: Asking): string {
  if (asking.type === 'function-call') return asking.name;
  return asking.type === 'approval-request' ? (asking.name ?? asking.tool) : asking.tool;
}

/** The answer, or `undefined` where it is none to what was asked: leave is no result. */
function answerTo(asking: Asking, answer: Answer): Answering | undefined {
  switch (asking.type) {
    case 'function-call':
      return resultOf(asking, answer);
    case 'approval-request':
      return 'approve' in answer ? leaveFor(asking, answer) : undefined;
    case 'action-call':
      return actionResultOf(asking, answer);
  }
}

function resultOf({ callId, name }: FunctionCallContent, answer: Answer): FunctionResultContent | undefined {
  const link = { type: 'function-result', callId, name } as const;
  if ('result' in answer) return { ...link, result: answer.result };
  return 'error' in answer ? { ...link, error: answer.error } : undefined;
}

function leaveFor(
  { requestId }: ToolApprovalRequestContent,
  { approve, reason }: Extract<Answer, { approve: boolean }>,
): ToolApprovalResponseContent {
  const given = reason === undefined ? {} : { reason };
  return { type: 'approval-response', requestId, approved: approve, ...given };
}

function actionResultOf(call: ActionCallContent, answer: Answer): ActionResultContent | undefined {
  const { callId, tool, pendingSafetyChecks = [] } = call;
  const link = { type: 'action-result', callId, tool } as const;
  if ('error' in answer) return { ...link, outputs: [{ type: 'error', message: answer.error }] };
  if ('output' in answer) {
    const exit = answer.exitCode === undefined ? {} : { exitCode: answer.exitCode };
    return { ...link, outputs: [{ type: 'text', text: answer.output }], ...exit };
  }
  if (!('screenshot' in answer)) return undefined;
  const acknowledged = answer.acknowledge ? pendingSafetyChecks.map(({ id }) => id) : [];
  return {
    ...link,
    outputs: [{ type: 'data', data: answer.screenshot, mediaType: 'image/png' }],
    ...(acknowledged.length > 0 ? { acknowledgedSafetyCheckIds: acknowledged } : {}),
  };
}

const describe = (asking: Asking): string =>
  `${toolOf(asking)}(${JSON.stringify(asking.type === 'action-call' ? asking.actions : (asking.arguments ?? {}))})`;
