/** What was said before goes back with the next request, as it was. */
import { canonicalJson, isJsonObject, type Json, type JsonObject, jsonEquals } from '../../lib/canonical-json.ts';
import { readPartsOf } from '../../recordings/faults/response-parts.ts';
import type { ChatMessage, Content, FunctionCallContent, TextReasoningContent } from '../contract/index.ts';
import type { Step } from '../engine/trace.ts';
import { compareFacts } from '../facts/compare-wire-and-adapter.ts';
import { describeFact, howItDiffers, shown } from '../facts/describe.ts';
import { occursIn } from '../facts/equality.ts';
import type {
  CallFact,
  CitationFact,
  Fact,
  FactReading,
  HostedCallFact,
  HostedResultFact,
  LocatedFact,
  ReasoningFact,
} from '../facts/fact.ts';
import { factsFromContents, modelTextOf } from '../facts/from-contents.ts';
import type { RequestReading } from '../wire/reader.ts';
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
import { instructed, newMessages } from './lib/request-contents.ts';

export const sendsHistory: Check = {
  id: 'sends-history',
  level: 'MUST',
  title: 'Texts and calls of the conversation are sent unchanged and in order.',
  reason: 'The model responds to the conversation that it receives.',
  sources: [contractSource, { title: 'M.E.AI ChatMessage, ChatRole' }],
  of: answeredKinds,
  judge: ({ steps }) =>
    mergeOutcomes([
      ...steps.map((step, i) => judgeHistory(step, steps.slice(0, i))),
      ...steps.slice(0, 1).map(judgeThoughts),
    ]),
};

/** Something said, comparable over provider APIs: roles that share a message on the wire are told apart by content. */
interface Said {
  readonly kind: 'text' | 'call' | 'approval-request' | 'action-call';
  readonly key: string;
  /** Who says it, or what is called, and what. */
  readonly head: string;
  readonly value: Json | undefined;
  /** The same as the key, where a text stands as the only member of an object: APIs that take objects alone have arguments that do not parse so. */
  readonly wrapped?: string;
  readonly path: string;
}

/** An adapter may keep the conversation: then the provider's own words go back, whatever the caller got of them. */
function judgeHistory(judged: JudgedStep, earlier: readonly JudgedStep[]): CheckOutcome {
  const { messages } = judged.step;
  const received = asReceived(messages, earlier);
  return mergeOutcomes(
    judged.requests.map((request, i) => {
      const outcome = judgeRequest(judged, messages, request, i === 0);
      if (outcome.findings.length === 0 || received === messages) return outcome;
      const own = judgeRequest(judged, received, request, i === 0);
      return own.findings.length === 0 ? own : outcome;
    }),
  );
}

/** The conversation with the provider's words in place of what the adapter made of each response; texts and calls alone. */
function asReceived(messages: readonly ChatMessage[], earlier: readonly JudgedStep[]): readonly ChatMessage[] {
  return earlier.reduceRight((all, { step, wire }) => {
    const returned = step.response?.messages ?? [];
    const contents = wire.facts.flatMap(({ fact }) => saidIn(fact));
    if (returned.some((message) => !message.contents.every(isPlain)) || contents.length === 0) return all;
    const from = step.messages.length;
    return [...all.slice(0, from), { role: 'assistant', contents }, ...all.slice(from + returned.length)];
  }, messages);
}

const isPlain = ({ type }: Content): boolean => type === 'text' || type === 'reasoning' || type === 'function-call';

function saidIn(fact: Fact): Content[] {
  if (fact.kind === 'text') return [{ type: 'text', text: fact.text }];
  if (fact.kind !== 'call') return [];
  const call = { type: 'function-call', callId: fact.id ?? '', name: fact.name } as const;
  if (isJsonObject(fact.arguments)) return [{ ...call, arguments: fact.arguments }];
  return [
    { ...call, argumentsText: typeof fact.arguments === 'string' ? fact.arguments : canonicalJson(fact.arguments) },
  ];
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
          message: 'reasoning is not in the request, and no warning reports it',
          group: 'reasoning.missing',
          adapterPath,
          adapter: content,
        })),
  };
}

const thoughtsOrWords = (content: Content): string =>
  content.type === 'reasoning' ? content.text : modelTextOf(content);

/** A later request of the same call also carries what came in between; only the first can have said too much. */
function judgeRequest(
  { path }: JudgedStep,
  messages: readonly ChatMessage[],
  request: RequestReading,
  isFirst: boolean,
): CheckOutcome {
  // What comes before the conversation is judged with the options: on some wires it is one of them.
  const asked = newMessages(messages, request.options);
  const from = instructed(asked, {}).before;
  const place = messages.length - asked.length + from;
  const given = sayings(asked.slice(from), (m, i) => `${path}.messages[${place + m}].contents[${i}]`);
  const talk = request.messages.slice(instructed(request.messages, {}).before);
  const sent = sayings(talk, (m, i) => {
    const content = talk[m]?.contents[i];
    return `${path}.${(content && request.paths.get(content)) ?? `messages[${m}]`}`;
  });
  const findings: Found[] = [];
  const matched = new Set<number>();
  const missing: Said[] = [];
  let next = 0;
  for (const said of given) {
    const found = sent.findIndex((s, i) => i >= next && [s.key, s.wrapped].includes(said.key));
    if (found >= 0) {
      matched.add(found);
      next = found + 1;
      continue;
    }
    missing.push(said);
  }
  const unmatched = sent.filter((_, i) => !matched.has(i));
  for (const said of missing) {
    const message = `the caller’s ${said.head} ${whatBecameOf(said, unmatched)}: ${shown(said.value)}`;
    findings.push({ message, group: `${said.kind}.missing`, adapterPath: said.path });
  }
  for (const [i, said] of sent.entries()) {
    if (matched.has(i) || !isFirst) continue;
    findings.push({
      message: `the caller did not send there what the request has: ${said.head} ${shown(said.value)}`,
      group: `${said.kind}.invented`,
      wirePath: said.path,
    });
  }
  return { compared: given.length, findings };
}

/** What became of something that a request does not have in its position, in words. */
function whatBecameOf(said: Said, unmatched: readonly Said[]): string {
  if (unmatched.some(({ key }) => key === said.key)) return 'is in the request, but in another position';
  const [changed] = unmatched.filter(({ head }) => head === said.head);
  return changed ? `is changed in the request (${howItDiffers(said.value, changed.value)})` : 'is not in the request';
}

/** An action without members that are null: a provider writes them for options that are not set, and takes either. */
const withoutNulls = (action: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(action).filter(([, value]) => value !== null));

function sayings(messages: readonly ChatMessage[], pathOf: (message: number, content: number) => string): Said[] {
  const list: (Omit<Said, 'key'> & { role: string; text: string | undefined })[] = [];
  messages.forEach((message, m) => {
    message.contents.forEach((content, c) => {
      const last = list.at(-1);
      const path = pathOf(m, c);
      const words = modelTextOf(content);
      if (words !== '') {
        // Providers differ in where a text is cut into blocks; what counts is the text of a role.
        if (last?.text !== undefined && last.role === message.role) last.text += words;
        else list.push({ kind: 'text', head: '', value: undefined, path, role: message.role, text: words });
      } else if (content.type === 'function-call') {
        const said = content.arguments ?? content.argumentsText;
        const [only = null, ...others] = Object.values(content.arguments ?? {});
        const head = `call of ${content.name}`;
        const wrapped = typeof only === 'string' && others.length === 0 ? { wrapped: keyOf(head, only) } : {};
        list.push({ kind: 'call', head, value: said, ...wrapped, path, role: message.role, text: undefined });
      } else if (content.type === 'approval-request') {
        const value = content.requestId;
        list.push({ kind: content.type, head: 'approval request', value, path, role: message.role, text: undefined });
      } else if (content.type === 'action-call') {
        const value = content.actions.map(withoutNulls);
        list.push({
          kind: content.type,
          head: `call of ${content.tool}`,
          value,
          path,
          role: message.role,
          text: undefined,
        });
      }
    });
  });
  // White space alone says nothing: it is how some APIs are told that the assistant has not spoken yet.
  const said = list.filter(({ text }) => text === undefined || text.trim() !== '');
  return said.map(({ kind, head: named, value: other, wrapped, path, role, text }) => {
    const [head, value] = text === undefined ? [named, other] : [`text of the ${role}`, text];
    return { kind, head, value, key: keyOf(head, value), ...(wrapped === undefined ? {} : { wrapped }), path };
  });
}

const keyOf = (head: string, value: Json | undefined): string => `${head} ${canonicalJson(value)}`;

export const sendsHostedHistory: Check = {
  id: 'sends-hosted-history',
  level: 'MUST',
  title: 'Hosted tool calls, results and citations are replayed once.',
  reason: 'Later responses cite encrypted state in the results. Providers reject a call without its result.',
  sources: [
    contractSource,
    {
      title: 'Anthropic: web search, encrypted content in multi-turn conversations',
      url: 'https://docs.claude.com/en/docs/agents-and-tools/tool-use/web-search-tool',
    },
  ],
  of: answeredKinds,
  judge: ({ steps }) => {
    let compared = 0;
    const findings: Found[] = [];
    const asked = steps.flatMap(({ path, wire, requests }, i) =>
      requests.map((request) => ({
        path,
        request,
        before: [...steps.slice(0, i), soFar({ path, wire }, request)],
        played: steps.slice(0, i + 1).map(({ step }) => step),
      })),
    );
    for (const { path, request, before, played } of asked) {
      // Where the provider keeps the conversation, nothing of it has to be told again.
      if (request.options.conversationId !== undefined) continue;
      const came = before.flatMap((earlier) => hosted(earlier.wire, earlier.path)).filter(goesBack);
      const sent = hosted(factsFromContents({ messages: [...request.messages], warnings: [] }), path).map(asTold);
      const { differences } = compareFacts(came, sent);
      compared += came.length + sent.length;
      for (const { fact } of sent.filter(isAgain)) {
        findings.push({
          message: `twice in one request: ${describeFact(fact)}`,
          group: `${fact.kind}.twice`,
          wirePath: `${path}.exchanges[${request.exchange}].request`,
          wire: fact,
        });
      }
      const contents = request.messages.flatMap((m) => m.contents);
      for (const { fact, path: at } of before.flatMap((earlier) => stateful(earlier.wire, earlier.path))) {
        compared++;
        if (contents.some((content) => carriesState(content, fact))) continue;
        findings.push({
          group: `${fact.kind}.state`,
          message: `goes back without its ${Object.keys(fact.state ?? {}).join(' and ')}: ${describeFact(fact)}, received at ${at}`,
          wirePath: `${path}.exchanges[${request.exchange}].request`,
          wire: fact,
        });
      }
      const quoted = contents.flatMap(citationsIn);
      compared += quoted.length;
      const said = quoted.length > 0 ? saidBefore(played) : '';
      for (const citation of quoted.filter((one) => !isSaid(one, said))) {
        findings.push({
          group: 'citation.invented',
          message: `the request cites what neither the caller nor an answer said: ${shown(citation)}`,
          wirePath: `${path}.exchanges[${request.exchange}].request`,
          wire: citation,
        });
      }
      for (const { fact, path: at } of came) {
        const again = sent.find((s) => fact.kind === 'hosted-call' && isSameCall(s.fact, fact))?.fact;
        if (fact.kind !== 'hosted-call' || again?.kind !== 'hosted-call' || again.tool === fact.tool) continue;
        findings.push({
          message: `goes back as a call to ${again.tool}: ${describeFact(fact)}, received at ${at}`,
          group: 'hosted-call.tool',
          wirePath: `${path}.exchanges[${request.exchange}].request`,
          wire: again,
        });
      }
      const changed = differences.filter(({ kind }) => kind !== 'invented');
      for (const { wire, adapter, factKind, kind, words } of changed.filter(
        (d, i) => changed.findIndex((e) => e.wire === d.wire) === i,
      )) {
        const isIdOmitted = wire !== undefined && adapter !== undefined && lacksIdAlone(adapter.fact, wire.fact);
        findings.push({
          group: `${factKind}.${kind === 'lost' ? 'missing' : isIdOmitted ? 'id-omitted' : 'changed'}`,
          message: `${kind === 'lost' ? 'missing' : `changed${words === undefined ? '' : ` (${words})`}`} in the next request: ${wire ? describeFact(wire.fact) : ''}, received at ${wire?.path}`,
          wirePath: `${path}.exchanges[${request.exchange}].request`,
          ...(wire ? { wire: wire.fact } : {}),
        });
      }
    }
    return { compared, findings };
  },
};

/** What the same call was answered before a later request of it, which goes on from there. */
function soFar({ path, wire }: Pick<JudgedStep, 'path' | 'wire'>, { exchange }: RequestReading) {
  const isBefore = ({ path: at }: LocatedFact) => Number(/^exchanges\[(\d+)\]/.exec(at)?.[1] ?? exchange) < exchange;
  return { path, wire: { ...wire, facts: wire.facts.filter(isBefore) } };
}

/** True for what stands under the same id before. */
function isAgain({ fact }: LocatedFact, place: number, all: readonly LocatedFact[]): boolean {
  const isSame = (other: Fact) => other.kind === fact.kind && 'id' in fact && 'id' in other && other.id === fact.id;
  return all.findIndex((other) => isSame(other.fact)) < place && 'id' in fact && (fact.id ?? '') !== '';
}

/** Without what an adapter alone says of it: a request holds the provider's own words. */
function asTold({ fact, path }: LocatedFact): LocatedFact {
  // A call has no outputs.
  const { of: _, outputs: __, ...told } = fact as HostedResultFact;
  return { fact: told, path };
}

/** Citations of a text that goes back, as they stand there. */
const citationsIn = (content: Content): Json[] =>
  content.type === 'text'
    ? membersOf(content.rawRepresentation ?? null)
        .flatMap((one) => [one, ...membersOf(one)])
        .flatMap((list) => (Array.isArray(list) ? list : []))
    : [];

/** What the caller gave and what was answered, in one text. */
const saidBefore = (steps: readonly Step[]): string =>
  JSON.stringify(
    steps.map(({ messages, exchanges }) => [messages, exchanges.map(({ response }) => readPartsOf(response))]),
  );

/** Whether each member that a citation has was said; numbers under their name, where that is the service's own. */
function isSaid(citation: Json, said: string, name = ''): boolean {
  if (typeof citation === 'string') return name === 'type' || said.includes(JSON.stringify(citation).slice(1, -1));
  if (typeof citation === 'number') return !said.includes(`"${name}":`) || said.includes(`"${name}":${citation}`);
  if (typeof citation !== 'object' || citation === null) return true;
  return Object.entries(citation).every(([member, value]) => isSaid(value ?? null, said, member));
}

type Stateful = HostedCallFact | HostedResultFact | CitationFact;

/** What came with members that go back with it. */
const stateful = ({ facts }: FactReading, path: string): { fact: Stateful; path: string }[] =>
  facts.flatMap(({ fact, path: at }) => {
    if (fact.kind !== 'hosted-call' && fact.kind !== 'hosted-result' && fact.kind !== 'citation') return [];
    return fact.state && goesBack({ fact, path: at }) ? [{ fact, path: `${path}.${at}` }] : [];
  });

/** The call or the result itself, with the members that link it; a text that cites what they name. */
function carriesState(content: Content, fact: Stateful): boolean {
  const raw: Json = 'rawRepresentation' in content ? (content.rawRepresentation ?? null) : null;
  const { state = {} } = fact;
  switch (fact.kind) {
    case 'citation':
      return (
        content.type === 'text' &&
        membersOf(raw)
          .flatMap((one) => [one, ...membersOf(one)])
          .some((one) => hasOne(one, state))
      );
    case 'hosted-call':
      return content.type === 'hosted-tool-call' && content.callId === fact.id && has(raw, state);
    case 'hosted-result':
      return content.type === 'hosted-tool-result' && content.callId === fact.id && has(raw, state);
  }
}

const has = (value: Json, state: JsonObject): boolean =>
  isJsonObject(value) && Object.entries(state).every(([name, member]) => jsonEquals(value[name] ?? null, member));

/** Some blocks are objects of one member, which holds the rest. */
const membersOf = (value: Json): Json[] => (isJsonObject(value) ? Object.values(value).map((one) => one ?? null) : []);

const hasOne = (list: Json, state: JsonObject): boolean => Array.isArray(list) && list.some((one) => has(one, state));

const isSameCall = (sent: Fact, came: HostedCallFact): boolean =>
  sent.kind === 'hosted-call' && came.id !== undefined && sent.id === came.id;

/** True where only the id is gone, which links a result of Google's code to it by order as well. */
function lacksIdAlone(sent: Fact, came: Fact): boolean {
  if (sent.kind === 'hosted-call' && came.kind === 'hosted-call') {
    return !sent.id && jsonEquals(sent.arguments ?? null, came.arguments ?? null);
  }
  if (sent.kind !== 'hosted-result' || came.kind !== 'hosted-result' || sent.id) return false;
  return occursIn(withoutId(came.payload), sent.payload);
}

function withoutId(payload: Json): Json {
  if (!isJsonObject(payload)) return payload;
  const { id: _, ...rest } = payload;
  return rest;
}

/** Some providers tell of a tool beside the message, where no request has a place for it. */
const goesBack = ({ fact }: LocatedFact): boolean => !('staysThere' in fact && fact.staysThere);

const hosted = ({ facts }: FactReading, path: string): LocatedFact[] =>
  facts
    .filter(({ fact }) => fact.kind === 'hosted-call' || fact.kind === 'hosted-result')
    .map((located) => ({ ...located, path: `${path}.${located.path}` }));

export const sendsOpaqueState: Check = {
  id: 'sends-opaque-state',
  level: 'MUST',
  title: 'Opaque state is sent back unchanged until the turn ends.',
  reason:
    'Providers verify signed reasoning and link a call to the code that waits for it. They reject a conversation without either.',
  sources: [
    contractSource,
    {
      title: 'Anthropic: preserving thinking blocks',
      url: 'https://docs.claude.com/en/docs/build-with-claude/extended-thinking#preserving-thinking-blocks',
    },
    {
      title: 'Claude docs, programmatic tool calling',
      url: 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/programmatic-tool-calling',
    },
  ],
  judge: ({ steps }) => {
    let compared = 0;
    const findings: Found[] = [];
    for (const [i, next] of steps.entries()) {
      const [request] = next.requests;
      const earlier = steps.slice(0, i).filter((s) => s.step.turn === next.step.turn);
      // Where the provider keeps the conversation, it has its own state.
      if (!request || request.options.conversationId !== undefined) continue;
      const contents = request.messages.flatMap((m) => m.contents);
      const sent = contents.filter((c) => c.type === 'reasoning');
      const calls = contents.filter((c) => c.type === 'function-call');
      // Among all contents: reasoning stands before the call that it led to, and behind those of earlier steps.
      let place = 0;
      let ofLast = -1;
      const findFrom = (isIt: (one: TextReasoningContent) => boolean): boolean => {
        const found = contents.findIndex((one, n) => n >= place && one.type === 'reasoning' && isIt(one));
        if (found < 0) return false;
        ofLast = found;
        place = found + 1;
        return true;
      };
      for (const state of i === 0 ? regressionsOf(next.step.messages) : []) {
        compared++;
        if (findFrom((r) => r.text === state.text && sealOf(r) === sealOf(state))) continue;
        findings.push({
          group: 'reasoning',
          message: 'reasoning with opaque state, which the caller sent for the current turn, is not in the request',
          wirePath: `${next.path}.exchanges[0].request`,
          wire: sent,
          adapter: state,
        });
      }
      for (const { wire, path } of earlier) {
        for (const { fact, path: at } of wire.facts) {
          if (fact.kind === 'call' && fact.id !== undefined) {
            const isIt = (one: Content) => one.type === 'function-call' && one.callId === fact.id;
            const again = contents.findIndex((one, n) => n >= place && isIt(one));
            if (again < 0 && contents.slice(0, Math.max(0, ofLast)).some(isIt)) {
              findings.push({
                group: 'reasoning',
                message: `reasoning with opaque state is behind the call to ${fact.name} in the next request of the turn, and came before it, in ${path}.${at}`,
                wirePath: `${next.path}.exchanges[0].request`,
                wire: contents[ofLast],
                adapter: fact,
              });
            }
            place = Math.max(place, again + 1);
          }
          if (fact.kind === 'call' && fact.state !== undefined) {
            compared++;
            if (calls.some((call) => callCarries(call, fact))) continue;
            findings.push({
              group: 'call',
              message: `goes back without its ${Object.keys(fact.state).join(' and ')} in the next request: the call to ${fact.name}, received at ${path}.${at}`,
              wirePath: `${next.path}.exchanges[0].request`,
              wire: calls,
              adapter: fact,
            });
          }
          if (fact.kind !== 'reasoning' || fact.protectedData === undefined) continue;
          compared++;
          if (findFrom((one) => sameState(one, fact))) continue;
          findings.push({
            group: 'reasoning',
            message: `reasoning with opaque state ${becameOf(fact, sent)} in the next request of the turn, received in ${path}.${at}`,
            wirePath: `${next.path}.exchanges[0].request`,
            wire: sent,
            adapter: fact,
          });
        }
      }
    }
    return { compared, findings };
  },
};

const sealOf = ({ protectedData }: TextReasoningContent) => protectedData;

/** State that the caller brings along, of a turn that ends with results and so goes on. */
function regressionsOf(messages: readonly ChatMessage[]): TextReasoningContent[] {
  if (messages.at(-1)?.role !== 'tool') return [];
  const turn = messages.slice(messages.findLastIndex(({ role }) => role === 'user') + 1);
  return turn
    .flatMap(({ contents }) => contents)
    .filter((content) => content.type === 'reasoning')
    .filter((content) => sealOf(content) !== undefined);
}

const sameState = (sent: TextReasoningContent, fact: ReasoningFact): boolean =>
  sent.text === fact.text &&
  (sent.protectedData === fact.protectedData ||
    (fact.sealedAgain !== undefined && sent.protectedData === fact.sealedAgain)) &&
  matchesObject(sent, fact);

/** What became of reasoning that is not in its position as it came. */
function becameOf(fact: ReasoningFact, sent: readonly TextReasoningContent[]): string {
  if (sent.some((one) => sameState(one, fact))) return 'is in another position';
  if (sent.some((one) => fact.text !== '' && one.text === fact.text)) return 'has lost or changed its state';
  return sent.some((one) => sealOf(one) === fact.protectedData) ? 'has another text' : 'is missing';
}

const callCarries = (call: FunctionCallContent, fact: CallFact): boolean =>
  (fact.id === undefined || call.callId === fact.id) && matchesObject(call, fact);

function matchesObject(
  { rawRepresentation: raw }: { rawRepresentation?: Json },
  { state = {} }: { state?: JsonObject },
) {
  const members: JsonObject = isJsonObject(raw) ? raw : {};
  return Object.entries(state).every(([name, value]) => jsonEquals(members[name] ?? null, value));
}
