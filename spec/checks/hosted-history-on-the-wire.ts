import { isJsonObject, type Json, type JsonObject, jsonEquals } from '../../files/canonical-json.ts';
import type { Content } from '../contract/index.ts';
import type { Finding } from '../engine/verdict.ts';
import { compareFacts } from '../facts/compare.ts';
import { describeFact } from '../facts/describe.ts';
import type { CitationFact, Fact, HostedCallFact, HostedResultFact, LocatedFact, Reading } from '../facts/fact.ts';
import { factsFromContents } from '../facts/from-contents.ts';
import type { RequestReading } from '../wire/reader.ts';
import { answered, type Check, contractSource, type JudgedStep } from './check.ts';

export const check: Check = {
  id: 'hosted-history-on-the-wire',
  level: 'MUST',
  title:
    'What hosted tools were asked and gave, and what is cited of it, goes back once with a conversation that the caller keeps.',
  reason: 'Results hold encrypted state that later answers cite; providers refuse a call whose result is missing.',
  sources: [
    contractSource,
    {
      title: 'Anthropic: web search, encrypted content in multi-turn conversations',
      url: 'https://docs.claude.com/en/docs/agents-and-tools/tool-use/web-search-tool',
    },
  ],
  of: answered,
  judge: ({ steps }) => {
    let compared = 0;
    const findings: Finding[] = [];
    const asked = steps.flatMap(({ path, wire, requests }, i) =>
      requests.map((request) => ({ path, request, before: [...steps.slice(0, i), soFar({ path, wire }, request)] })),
    );
    for (const { path, request, before } of asked) {
      // Where the provider keeps the conversation, nothing of it has to be told again.
      if (request.options.conversationId !== undefined) continue;
      const came = before.flatMap((earlier) => hosted(earlier.wire, earlier.path)).filter(goesBack);
      const sent = hosted(factsFromContents({ messages: [...request.messages], warnings: [] }), path).map(asTold);
      const { differences } = compareFacts(came, sent);
      compared += came.length + sent.length;
      for (const { fact } of sent.filter(isAgain)) {
        findings.push({
          message: `${describeFact(fact)} goes out twice in one request`,
          wirePath: `${path}.exchanges[${request.exchange}].request`,
          wire: fact,
        });
      }
      const contents = request.messages.flatMap((m) => m.contents);
      for (const { fact, path: at } of before.flatMap((earlier) => stateful(earlier.wire, earlier.path))) {
        compared++;
        if (contents.some((content) => carries(content, fact))) continue;
        findings.push({
          message: `${describeFact(fact)}, which came at ${at}, has to go back with its ${Object.keys(fact.state ?? {}).join(' and ')}, and does not`,
          wirePath: `${path}.exchanges[${request.exchange}].request`,
          wire: fact,
        });
      }
      for (const { fact, path: at } of came) {
        const again = sent.find((s) => fact.kind === 'hosted-call' && isSameCall(s.fact, fact))?.fact;
        if (fact.kind !== 'hosted-call' || again?.kind !== 'hosted-call' || again.tool === fact.tool) continue;
        findings.push({
          message: `${describeFact(fact)} came at ${at} and goes back as a call to ${again.tool}`,
          wirePath: `${path}.exchanges[${request.exchange}].request`,
          wire: again,
        });
      }
      for (const { wire } of differences.filter((d) => d.kind !== 'invented')) {
        findings.push({
          message: `${wire ? describeFact(wire.fact) : ''}, which came at ${wire?.path}, has to go back unchanged in the next request, and does not`,
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
  if (fact.kind === 'hosted-call') {
    const { of: _, ...told } = fact;
    return { fact: told, path };
  }
  if (fact.kind !== 'hosted-result') return { fact, path };
  const { of: _, outputs: __, ...told } = fact;
  return { fact: told, path };
}

type Stateful = HostedCallFact | HostedResultFact | CitationFact;

/** What came with members that go back with it. */
const stateful = ({ facts }: Reading, path: string): { fact: Stateful; path: string }[] =>
  facts.flatMap(({ fact, path: at }) => {
    if (fact.kind !== 'hosted-call' && fact.kind !== 'hosted-result' && fact.kind !== 'citation') return [];
    return fact.state && goesBack({ fact, path: at }) ? [{ fact, path: `${path}.${at}` }] : [];
  });

/** The call or the result itself, with the members that link it; a text that cites what they name. */
function carries(content: Content, fact: Stateful): boolean {
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

/** Some providers tell of a tool beside the message, where no request has a place for it. */
const goesBack = ({ fact }: LocatedFact): boolean => !('staysThere' in fact && fact.staysThere);

const hosted = ({ facts }: Reading, path: string): LocatedFact[] =>
  facts
    .filter(({ fact }) => fact.kind === 'hosted-call' || fact.kind === 'hosted-result')
    .map((located) => ({ ...located, path: `${path}.${located.path}` }));
