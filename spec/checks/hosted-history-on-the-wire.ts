import { isJsonObject, type JsonObject, jsonEquals } from '../../files/canonical-json.ts';
import type { HostedToolCallContent } from '../contract/index.ts';
import type { Finding } from '../engine/verdict.ts';
import { compareFacts } from '../facts/compare.ts';
import { describeFact } from '../facts/describe.ts';
import type { HostedCallFact, LocatedFact, Reading } from '../facts/fact.ts';
import { factsFromContents } from '../facts/from-contents.ts';
import { type Check, contractSource, notApplicable } from './check.ts';

export const check: Check = {
  id: 'hosted-history-on-the-wire',
  level: 'MUST',
  title: 'What hosted tools were asked and gave goes back with a conversation that the caller keeps.',
  reason: 'Results hold encrypted state that later answers cite; providers refuse a call whose result is missing.',
  sources: [
    contractSource,
    {
      title: 'Anthropic: web search, encrypted content in multi-turn conversations',
      url: 'https://docs.claude.com/en/docs/agents-and-tools/tool-use/web-search-tool',
    },
  ],
  judge: ({ case: { kind }, steps }) => {
    if (kind === 'refusal') return notApplicable;
    let compared = 0;
    const findings: Finding[] = [];
    for (const [i, { path, requests }] of steps.entries()) {
      const [request] = requests;
      // Where the provider keeps the conversation, nothing of it has to be told again.
      if (!request || request.options.conversationId !== undefined) continue;
      const came = steps
        .slice(0, i)
        .flatMap((earlier) => hosted(earlier.wire, earlier.path))
        .filter(goesBack);
      const sent = hosted(factsFromContents({ messages: [...request.messages], warnings: [] }), path).map(asTold);
      const { differences } = compareFacts(came, sent);
      compared += came.length;
      const calls = request.messages.flatMap((m) => m.contents).filter((c) => c.type === 'hosted-tool-call');
      for (const { fact, path: at } of came) {
        if (fact.kind !== 'hosted-call' || fact.state === undefined || calls.some((call) => carries(call, fact)))
          continue;
        findings.push({
          message: `${describeFact(fact)} came at ${at} with ${Object.keys(fact.state).join(' and ')}, and does not go back so in the next request`,
          wirePath: `${path}.exchanges[${request.exchange}].request`,
          wire: fact,
        });
      }
      for (const { wire } of differences.filter((d) => d.kind !== 'invented')) {
        findings.push({
          message: `${wire ? describeFact(wire.fact) : ''} came at ${wire?.path} and does not go back unchanged in the next request`,
          wirePath: `${path}.exchanges[${request.exchange}].request`,
          ...(wire ? { wire: wire.fact } : {}),
        });
      }
    }
    return { compared, findings };
  },
};

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

/** The call itself, with the members that link it. */
function carries({ callId, rawRepresentation: raw }: HostedToolCallContent, { id, state }: HostedCallFact): boolean {
  const members: JsonObject = isJsonObject(raw) ? raw : {};
  return (
    callId === id && Object.entries(state ?? {}).every(([name, value]) => jsonEquals(members[name] ?? null, value))
  );
}

/** Some providers tell of a tool beside the message, where no request has a place for it. */
const goesBack = ({ fact }: LocatedFact): boolean => !('staysThere' in fact && fact.staysThere);

const hosted = ({ facts }: Reading, path: string): LocatedFact[] =>
  facts
    .filter(({ fact }) => fact.kind === 'hosted-call' || fact.kind === 'hosted-result')
    .map((located) => ({ ...located, path: `${path}.${located.path}` }));
