import { hasMembers } from '../../files/has-members.ts';
import type { Content, FunctionCallContent, FunctionResultContent } from '../contract/index.ts';
import type { ApplicationRule } from '../scenarios/schema.ts';

/** What the application says to contents that ask it to act, or why it cannot. */
export type Answers =
  | { readonly kind: 'nothing-asked' }
  | { readonly kind: 'answered'; readonly contents: readonly Content[] }
  | { readonly kind: 'unanswered'; readonly asked: string };

/** Answers every content that asks the application to act, by the first rule that applies. Pure. */
export function answer(contents: readonly Content[], rules: readonly ApplicationRule[]): Answers {
  const answers: Content[] = [];
  for (const content of contents) {
    if (content.type !== 'function-call') continue;
    const rule = rules.find((r) => r.when.kind === 'function-call' && applies(r, content));
    if (!rule) return { kind: 'unanswered', asked: `${content.name}(${JSON.stringify(content.arguments ?? {})})` };
    answers.push(resultOf(content, rule));
  }
  return answers.length === 0 ? { kind: 'nothing-asked' } : { kind: 'answered', contents: answers };
}

function applies(rule: ApplicationRule, call: FunctionCallContent): boolean {
  const { tool, argumentsMatch } = rule.when;
  return (tool === undefined || tool === call.name) && (!argumentsMatch || hasMembers(call.arguments, argumentsMatch));
}

function resultOf(call: FunctionCallContent, { answer }: ApplicationRule): FunctionResultContent {
  const link = { type: 'function-result', callId: call.callId, name: call.name } as const;
  if ('result' in answer) return { ...link, result: answer.result };
  if ('error' in answer) return { ...link, error: answer.error };
  return { ...link, result: answer.approve };
}
