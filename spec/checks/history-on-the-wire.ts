import { canonicalJson, type Json } from '../../files/canonical-json.ts';
import type { ChatMessage, Content } from '../contract/index.ts';
import type { Finding } from '../engine/verdict.ts';
import { wordsOf } from '../facts/words.ts';
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
import { instructed } from './lib/instructed.ts';
import { newMessages } from './lib/new-messages.ts';

export const check: Check = {
  id: 'history-on-the-wire',
  level: 'MUST',
  title:
    'The texts and calls of the conversation go out as they are, in order, under their roles; of thoughts that do not, the response warns.',
  reason: 'A model that is told another conversation answers another conversation.',
  sources: [contractSource, { title: 'M.E.AI ChatMessage, ChatRole' }],
  of: answered,
  judge: ({ steps }) => sum([...steps.map(judgeStep), ...steps.slice(0, 1).map(judgeThoughts)]),
};

/** Something said, comparable over provider APIs: roles that share a message on the wire are told apart by content. */
interface Said {
  readonly key: string;
  /** The same, where a text stands as the only member of an object: APIs that take objects alone have arguments that do not parse so. */
  readonly wrapped?: string;
  readonly path: string;
}

function judgeStep(judged: JudgedStep): CheckOutcome {
  return sum(judged.requests.map((request, i) => judgeRequest(judged, request, i === 0)));
}

/** Thoughts that the caller brings along: an API that takes its own alone has to leave them out, and not in silence. */
function judgeThoughts({ step, path, requests: [request] }: JudgedStep): CheckOutcome {
  if (!request || !step.response) return notApplicable;
  const sent = request.messages.flatMap(({ contents }) => contents.map(thoughtsOrWords)).join('\n');
  const warned = step.response.warnings.some(({ message }) => /reasoning|thought/i.test(message));
  const lost = newMessages(step.messages, request.options).flatMap(({ role, contents }, m) =>
    contents.flatMap((content, c) => {
      const isLost = role === 'assistant' && content.type === 'reasoning' && !sent.includes(content.text);
      return isLost ? [{ content, adapterPath: `${path}.messages[${m}].contents[${c}]` }] : [];
    }),
  );
  return {
    compared: lost.length,
    findings: warned
      ? []
      : lost.map(({ content, adapterPath }) => ({
          message: 'a thought is not on the wire, and no warning says so',
          adapterPath,
          adapter: content,
        })),
  };
}

const thoughtsOrWords = (content: Content): string => (content.type === 'reasoning' ? content.text : wordsOf(content));

/** A later request of the same call also carries what came in between; only the first can have said too much. */
function judgeRequest({ step, path }: JudgedStep, request: RequestReading, isFirst: boolean): CheckOutcome {
  // What comes before the conversation is judged with the options: on some wires it is one of them.
  const asked = newMessages(step.messages, request.options);
  const from = instructed(asked, {}).before;
  const place = step.messages.length - asked.length + from;
  const given = sayings(asked.slice(from), (m, i) => `${path}.messages[${place + m}].contents[${i}]`);
  const talk = request.messages.slice(instructed(request.messages, {}).before);
  const sent = sayings(talk, (m, i) => {
    const content = talk[m]?.contents[i];
    return `${path}.${(content && request.paths.get(content)) ?? `messages[${m}]`}`;
  });
  const findings: Finding[] = [];
  const matched = new Set<number>();
  let next = 0;
  for (const said of given) {
    const found = sent.findIndex((s, i) => i >= next && [s.key, s.wrapped].includes(said.key));
    if (found >= 0) {
      matched.add(found);
      next = found + 1;
      continue;
    }
    const message = `the caller’s ${said.key} is not on the wire, or not in its place`;
    findings.push({ message, adapterPath: said.path });
  }
  for (const [i, said] of sent.entries()) {
    if (matched.has(i) || !isFirst) continue;
    findings.push({ message: `the wire has ${said.key}, which the caller did not say there`, wirePath: said.path });
  }
  return { compared: given.length, findings };
}

function sayings(messages: readonly ChatMessage[], pathOf: (message: number, content: number) => string): Said[] {
  const list: { key: string; wrapped?: string; path: string; role: string; text: string | undefined }[] = [];
  messages.forEach((message, m) => {
    message.contents.forEach((content, c) => {
      const last = list.at(-1);
      const path = pathOf(m, c);
      const words = wordsOf(content);
      if (words !== '') {
        // Providers differ in where a text is cut into blocks; what counts is the text of a role.
        if (last?.text !== undefined && last.role === message.role) last.text += words;
        else list.push({ key: '', path, role: message.role, text: words });
      } else if (content.type === 'function-call') {
        const said = content.arguments ?? content.argumentsText;
        const [only = null, ...others] = Object.values(content.arguments ?? {});
        const keyOf = (given: Json | undefined) => `call ${content.name}(${canonicalJson(given)})`;
        const wrapped = typeof only === 'string' && others.length === 0 ? { wrapped: keyOf(only) } : {};
        list.push({ key: keyOf(said), ...wrapped, path, role: message.role, text: undefined });
      } else if (content.type === 'approval-request') {
        const key = `request for leave "${content.requestId}"`;
        list.push({ key, path, role: message.role, text: undefined });
      } else if (content.type === 'action-call') {
        const key = `call to ${content.tool} for ${canonicalJson(content.actions)}`;
        list.push({ key, path, role: message.role, text: undefined });
      }
    });
  });
  // White space alone says nothing: it is how some APIs are told that the assistant has not spoken yet.
  const said = list.filter(({ text }) => text === undefined || text.trim() !== '');
  return said.map(({ key, wrapped, path, role, text }) => ({
    key: text === undefined ? key : `${role} text ${JSON.stringify(text)}`,
    ...(wrapped === undefined ? {} : { wrapped }),
    path,
  }));
}
