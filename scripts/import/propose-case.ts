/** A case out of a recording: what was said becomes a scenario, and what is wrong with it is told first. */
import { canonicalJson, type Json } from '../../lib/canonical-json.ts';
import { toolIds } from '../../matrix/ids.ts';
import type { CassetteEntry } from '../../recordings/format/cassette.ts';
import type { Exchange } from '../../recordings/format/exchange.ts';
import type { ColumnExchange } from '../../recordings/import/select-exchanges.ts';
import type { ChatMessage, ChatOptions, Tool } from '../../spec/contract/index.ts';
import type { Fact } from '../../spec/facts/fact.ts';
import type { Scenario, ScenarioSubject } from '../../spec/scenarios/schema.ts';
import { asObject, jsonOf } from '../../spec/wire/json.ts';
import type { WireReader } from '../../spec/wire/reader.ts';
import { answerViolations } from '../../spec/wire/rules/answers.ts';
import type { WireProblem } from '../../spec/wire/schemas/index.ts';

/** One call of a client, as it was recorded. */
interface Call {
  readonly exchanges: readonly Exchange[];
  readonly entries: readonly CassetteEntry[];
  readonly messages: readonly ChatMessage[];
  readonly options: ChatOptions;
  readonly facts: readonly Fact[];
}

/** Calls that belong together: each goes on where the one before it ended. */
export interface Conversation {
  readonly calls: readonly Call[];
}

const exchangesOf = ({ calls }: Conversation): readonly Exchange[] => calls.flatMap(({ exchanges }) => exchanges);

/** Splits exchanges into conversations, each in its order. Pure. */
export function conversationsIn(all: readonly ColumnExchange[], reader: WireReader): readonly Conversation[] {
  const exchanges = all.map(
    ({ operation, transport, entry }): Exchange => ({
      operation: operation.id,
      transport,
      request: entry.request,
      response: entry.response,
    }),
  );
  const entryOf = new Map(exchanges.map((exchange, i) => [exchange, all[i]?.entry]));
  const found: { calls: Call[] }[] = [];
  for (const call of reader.callsOf?.(exchanges) ?? exchanges.map((each) => [each])) {
    const entries = call.flatMap((exchange) => entryOf.get(exchange) ?? []);
    const alone = read(call, [], reader);
    const before = found.find((conversation) => goesOn(alone, conversation));
    const earlier = before ? exchangesOf(before) : [];
    const whole = { ...read(call, earlier, reader), exchanges: call, entries };
    if (before) before.calls.push(whole);
    else found.push({ calls: [whole] });
  }
  return found;
}

function read(call: readonly Exchange[], earlier: readonly Exchange[], reader: WireReader) {
  const { messages = [], options = {} } = reader.readRequests(call, earlier)[0] ?? {};
  return { messages, options, facts: reader.readResponses(call, earlier).facts.map(({ fact }) => fact) };
}

/** What was said repeats all that was said before, names the response before, or, of a request that nobody recorded, answers its calls. */
function goesOn({ messages, options }: Pick<Call, 'messages' | 'options'>, { calls }: Conversation): boolean {
  const last = calls.at(-1);
  if (!last) return false;
  const { conversationId } = options;
  const ids = last.facts.flatMap((fact) => (fact.kind === 'response-id' ? fact.id : []));
  if (conversationId !== undefined)
    return ids.includes(conversationId) || last.options.conversationId === conversationId;
  if (messages.length === 0) return last.messages.length === 0 && last.facts.some(({ kind }) => kind === 'call');
  const before = last.messages.map((message) => canonicalJson(message as unknown as Json));
  return (
    before.length > 0 &&
    messages.length > before.length &&
    before.every((message, i) => canonicalJson(messages[i] as unknown as Json) === message)
  );
}

/** What is wrong with a conversation, each in a line; of requests, only where they were recorded. */
export function problemsOf(conversation: Conversation, reader: WireReader): readonly string[] {
  const all = exchangesOf(conversation);
  return all.flatMap((exchange, i) => {
    const earlier = all.slice(0, i);
    const body = asObject(jsonOf(exchange.request.body)) ?? {};
    const isRecorded = Object.keys(body).length > 1;
    const asked = isRecorded
      ? [
          ...(reader.schemas?.request(exchange).problems ?? []),
          ...(exchange.response.status < 300 ? (reader.rules ?? []) : []).flatMap(
            (rule) => rule.judge({ exchange, body, earlier }).breaches,
          ),
        ]
      : [];
    const [absent, strange] = partition(reader.schemas?.response(exchange).problems ?? []);
    const answered = [...strange, ...(isRecorded ? answerViolations(reader, exchange, earlier) : [])];
    return [
      ...[...asked, ...answered].map(({ path, message }) => `exchange ${i + 1}: ${message} (${path})`),
      ...(absent.length > 0
        ? [`exchange ${i + 1}: the response is older, or no service's: it lacks ${absent.join(', ')}`]
        : []),
    ];
  });
}

/** Members that are absent, as services add them over time, and everything else. */
function partition(problems: readonly WireProblem[]): readonly [readonly string[], readonly WireProblem[]] {
  const isAbsent = ({ kind }: WireProblem) => kind === 'missing';
  const names = problems.filter(isAbsent).map(({ path }) => path.replace(/^response\.(body\.)?/, ''));
  return [[...new Set(names)], problems.filter((problem) => !isAbsent(problem))];
}

/** A scenario, and the tool that it is of. */
export interface Proposed {
  readonly tool: ScenarioSubject;
  readonly scenario: Scenario;
  readonly entries: readonly CassetteEntry[];
  readonly transport: Exchange['transport'];
}

const notRecorded = 'not recorded';

/** The case that a conversation proposes. Pure. */
export function proposedCase(conversation: Conversation, id: string): Proposed {
  const { calls } = conversation;
  const [first] = calls;
  if (!first) throw new Error('a conversation without a call');
  const { conversationId: _, ...said } = first.options;
  const called = calls.flatMap(({ facts }) => facts.flatMap((fact) => (fact.kind === 'call' ? fact : [])));
  const tools = said.tools ?? namedIn(called.map(({ name }) => name));
  const transport = exchangesOf(conversation)[0]?.transport ?? 'json';
  const results = resultsIn(calls);
  const application = called.map(({ name, arguments: given, id: callId }) => ({
    when: { kind: 'function-call' as const, tool: name, argumentsMatch: asObject(given) ?? {} },
    answer: { result: results.get(callId ?? name) ?? notRecorded },
  }));
  const isAnswered = calls.length > 1;
  return {
    tool: toolOf(tools),
    entries: calls.flatMap(({ entries }) => entries),
    transport,
    scenario: {
      id,
      title: titleOf(first),
      tier: 'extended',
      purpose: `A conversation that was recorded: ${summaryOf(conversation)}.`,
      modes: [transport === 'json' ? 'complete' : 'stream'],
      options: { ...said, ...(tools.length > 0 ? { tools } : {}) },
      turns: turnsOf(calls),
      ...(isAnswered && application.length > 0 ? { application } : {}),
      expect: calls.map(({ facts }) => facts.flatMap((fact) => expectedOf(fact) ?? [])),
    } as Scenario,
  };
}

/** Functions that were called though nobody recorded their declaration. */
const namedIn = (names: readonly string[]): Tool[] =>
  [...new Set(names)].map((name) => ({
    type: 'function',
    name,
    description: notRecorded,
    parameters: { type: 'object' },
  }));

/** Tools whose row has another name. */
const rows: Readonly<Record<string, string>> = {
  'file-search': 'search-and-retrieval',
  'mcp-server': 'remote-mcp',
  'stateful-function': 'stateful-functions',
};

function toolOf(tools: readonly Tool[]): ScenarioSubject {
  const [hosted] = tools.flatMap(({ type }) => (type === 'function' ? [] : type));
  if (hosted === undefined) return 'function-calling';
  const row = rows[hosted] ?? hosted;
  return (toolIds as readonly string[]).includes(row) ? (row as ScenarioSubject) : 'break-glass';
}

const isUser = ({ role }: ChatMessage): boolean => role === 'user';

const textOf = ({ contents }: ChatMessage): string =>
  contents.map((content) => (content.type === 'text' ? content.text : '')).join('');

/** What the user says, call by call. */
function turnsOf(calls: readonly Call[]): Scenario['turns'] {
  const [first, ...rest] = calls;
  const opening = first?.messages ?? [];
  const [only] = opening;
  const isPlain = opening.length === 1 && only && isUser(only) && textOf(only) !== '' && only.contents.length === 1;
  const begins = isPlain || !only ? { user: only ? textOf(only) : notRecorded } : { messages: [...opening] };
  let seen = opening.filter(isUser).length;
  const later = rest.flatMap(({ messages, options }) => {
    const own = messages.filter(isUser);
    const fresh = options.conversationId === undefined ? own.slice(seen) : own;
    seen = options.conversationId === undefined ? Math.max(seen, own.length) : seen;
    return fresh.map((message) => ({ user: textOf(message) }));
  });
  return [begins, ...later] as Scenario['turns'];
}

/** What functions gave, by the ids of their calls. */
function resultsIn(calls: readonly Call[]): ReadonlyMap<string, Json> {
  const contents = calls.flatMap(({ messages }) => messages.flatMap((message) => message.contents));
  return new Map(
    contents.flatMap((content): [string, Json][] => {
      if (content.type !== 'function-result') return [];
      const { result } = content;
      return [[content.callId, typeof result === 'string' ? parsed(result) : ((result ?? null) as Json)]];
    }),
  );
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

type ExpectedFact = Scenario['expect'][number][number];

/** What every recording of the scenario must hold: not its words, ids or numbers. */
function expectedOf(fact: Fact): ExpectedFact | undefined {
  switch (fact.kind) {
    case 'call':
      return { kind: 'call', name: fact.name, arguments: asObject(fact.arguments) ?? {} } as never;
    case 'finish':
      return { kind: 'finish', reason: fact.reason } as never;
    case 'text':
    case 'reasoning':
    case 'usage':
    case 'hosted-call':
    case 'hosted-result':
    case 'citation':
    case 'file':
      return { kind: fact.kind } as never;
    case 'error':
      return { kind: 'error', ...(fact.status === undefined ? {} : { status: fact.status }) } as never;
    default:
      return undefined;
  }
}

function titleOf({ messages }: Call): string {
  const said = messages.filter(isUser).map(textOf).join(' ').replaceAll(/\s+/g, ' ').trim();
  return said === '' ? 'A recorded response' : `Answers "${said.length > 60 ? `${said.slice(0, 59)}…` : said}"`;
}

/** What came of each call, in a few words. */
export function summaryOf({ calls }: Conversation): string {
  const steps = calls.map(({ facts }) => {
    const names = facts.flatMap((fact) => (fact.kind === 'call' ? fact.name : []));
    if (names.length > 0) return `calls ${names.join(', ')}`;
    if (facts.some(({ kind }) => kind === 'error')) return 'fails';
    return facts.some(({ kind }) => kind === 'text') ? 'responds' : 'ends';
  });
  return steps.join(', then ');
}
