import type { Finding } from '../engine/verdict.ts';
import type { CallFact } from '../facts/fact.ts';
import { type Check, contractSource, type JudgedStep } from './check.ts';

export const check: Check = {
  id: 'call-ids-link',
  level: 'MUST',
  title: 'The next request answers every call by the id that the provider gave it.',
  reason: 'Providers refuse a conversation whose calls are not answered, or answered under another id.',
  sources: [contractSource, { title: 'M.E.AI FunctionCallContent.CallId, FunctionResultContent.CallId' }],
  judge: ({ steps }) => {
    let compared = 0;
    const findings: Finding[] = [];
    for (const [i, next] of steps.entries()) {
      const previous = steps[i - 1];
      const [request] = next.requests;
      const asked = previous ? callsOf(previous).filter((c) => c.id !== undefined) : [];
      if (!request || asked.length === 0) continue;
      const answered = request.messages.flatMap((m) => m.contents).filter((c) => c.type === 'function-result');
      for (const call of asked) {
        compared++;
        const answers = answered.filter((r) => r.callId === call.id).length;
        if (answers === 1) continue;
        findings.push({
          message: `the call ${call.name} with id "${call.id}" is answered ${answers === 0 ? 'by no result' : `${answers} times`} in the next request; ids answered there: ${answered.map((r) => r.callId).join(', ') || 'none'}`,
          wirePath: `${next.path}.exchanges[0].request`,
          wire: answered,
        });
      }
    }
    return { compared, findings };
  },
};

const callsOf = ({ wire }: JudgedStep): CallFact[] => wire.facts.map((f) => f.fact).filter((f) => f.kind === 'call');
