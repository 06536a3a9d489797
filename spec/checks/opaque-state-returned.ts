import { isJsonObject, type Json, type JsonObject, jsonEquals } from '../../files/canonical-json.ts';
import type { ChatMessage, FunctionCallContent, TextReasoningContent } from '../contract/index.ts';
import type { Finding } from '../engine/verdict.ts';
import type { CallFact, ReasoningFact } from '../facts/fact.ts';
import { type Check, contractSource } from './check.ts';

export const check: Check = {
  id: 'opaque-state-returned',
  level: 'MUST',
  title: 'Opaque state of a turn goes back unchanged, and in order, until the turn ends.',
  reason:
    'Providers verify signed reasoning, and link a call to the code that waits for it: a conversation without either is refused.',
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
    const findings: Finding[] = [];
    for (const [i, next] of steps.entries()) {
      const [request] = next.requests;
      const earlier = steps.slice(0, i).filter((s) => s.step.turn === next.step.turn);
      // Where the provider keeps the conversation, it has its own state.
      if (!request || request.options.conversationId !== undefined) continue;
      const contents = request.messages.flatMap((m) => m.contents);
      const sent = contents.filter((c) => c.type === 'reasoning');
      const calls = contents.filter((c) => c.type === 'function-call');
      let place = 0;
      for (const state of i === 0 ? keptOf(next.step.messages) : []) {
        compared++;
        const found = sent.findIndex((r, n) => n >= place && r.text === state.text && sealOf(r) === sealOf(state));
        if (found >= 0) place = found + 1;
        else {
          findings.push({
            message:
              'reasoning with opaque state, which the caller kept of the turn that goes on, is not in the request',
            wirePath: `${next.path}.exchanges[0].request`,
            wire: sent,
            adapter: state,
          });
        }
      }
      for (const { wire, path } of earlier) {
        for (const { fact, path: at } of wire.facts) {
          if (fact.kind === 'call' && fact.state !== undefined) {
            compared++;
            if (calls.some((call) => carries(call, fact))) continue;
            findings.push({
              message: `the call to ${fact.name}, which came at ${path}.${at}, has to go back with its ${Object.keys(fact.state).join(' and ')} in the next request, and does not`,
              wirePath: `${next.path}.exchanges[0].request`,
              wire: calls,
              adapter: fact,
            });
          }
          if (fact.kind !== 'reasoning' || fact.protectedData === undefined) continue;
          compared++;
          const found = sent.findIndex((r, n) => n >= place && sameState(r, fact));
          if (found >= 0) place = found + 1;
          else {
            findings.push({
              message: `reasoning with opaque state came in ${path}.${at} and does not go back unchanged in the next request of the turn`,
              wirePath: `${next.path}.exchanges[0].request`,
              wire: sent,
              adapter: fact,
            });
          }
        }
      }
    }
    return { compared, findings };
  },
};

const sealOf = ({ protectedData }: TextReasoningContent) => protectedData;

/** State that the caller brings along, of a turn that ends with results and so goes on. */
function keptOf(messages: readonly ChatMessage[]): TextReasoningContent[] {
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
  hasMembers(sent, fact);

const carries = (call: FunctionCallContent, fact: CallFact): boolean =>
  (fact.id === undefined || call.callId === fact.id) && hasMembers(call, fact);

function hasMembers({ rawRepresentation: raw }: { rawRepresentation?: Json }, { state = {} }: { state?: JsonObject }) {
  const members: JsonObject = isJsonObject(raw) ? raw : {};
  return Object.entries(state).every(([name, value]) => jsonEquals(members[name] ?? null, value));
}
