import type { ChatMessage } from '../contract/index.ts';
import type { Finding } from '../engine/verdict.ts';
import { type Check, type CheckOutcome, contractSource, type JudgedStep, notApplicable, sum } from './check.ts';
import { newMessages } from './lib/new-messages.ts';

export const check: Check = {
  id: 'history-on-the-wire',
  level: 'MUST',
  title: 'The texts and calls of the conversation go out as they are, in order, under their roles.',
  reason: 'A model that is told another conversation answers another conversation.',
  sources: [contractSource, { title: 'M.E.AI ChatMessage, ChatRole' }],
  judge: ({ case: { kind }, steps }) => (kind === 'refusal' ? notApplicable : sum(steps.map(judgeStep))),
};

/** Something said, comparable over provider APIs: roles that share a message on the wire are told apart by content. */
interface Said {
  readonly key: string;
  readonly path: string;
}

function judgeStep({ step, path, requests: [request] }: JudgedStep): CheckOutcome {
  if (!request) return notApplicable;
  const given = sayings(newMessages(step.messages, step.options), (m, i) => `${path}.messages[${m}].contents[${i}]`);
  const sent = sayings(request.messages, (m, i) => {
    const content = request.messages[m]?.contents[i];
    return `${path}.${(content && request.paths.get(content)) ?? `messages[${m}]`}`;
  });
  const findings: Finding[] = [];
  let next = 0;
  for (const said of given) {
    const found = sent.findIndex((s, i) => i >= next && s.key === said.key);
    if (found >= 0) next = found + 1;
    else
      findings.push({
        message: `the caller’s ${said.key} is not on the wire, or not in its place`,
        adapterPath: said.path,
      });
  }
  for (const said of sent) {
    if (!given.some((g) => g.key === said.key) && !step.options.conversationId) {
      findings.push({ message: `the wire has ${said.key}, which the caller did not say`, wirePath: said.path });
    }
  }
  return { compared: given.length, findings };
}

function sayings(messages: readonly ChatMessage[], pathOf: (message: number, content: number) => string): Said[] {
  const list: { key: string; path: string; role: string; text: string | undefined }[] = [];
  messages.forEach((message, m) => {
    message.contents.forEach((content, c) => {
      const last = list.at(-1);
      const path = pathOf(m, c);
      if (content.type === 'text') {
        // Providers differ in where a text is cut into blocks; what counts is the text of a role.
        if (last?.text !== undefined && last.role === message.role) last.text += content.text;
        else list.push({ key: '', path, role: message.role, text: content.text });
      } else if (content.type === 'function-call') {
        const key = `call ${content.name}(${JSON.stringify(content.arguments ?? content.argumentsText)})`;
        list.push({ key, path, role: message.role, text: undefined });
      }
    });
  });
  return list.map(({ key, path, role, text }) => ({
    key: text === undefined ? key : `${role} text ${JSON.stringify(text)}`,
    path,
  }));
}
