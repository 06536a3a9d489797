import type { ChatResponseUpdate } from '../contract/index.ts';
import { quoted } from '../facts/describe.ts';
import type { FactKind, LocatedFact } from '../facts/fact.ts';
import { type Check, type CheckOutcome, contractSource, type JudgedStep, notApplicable, sum } from './check.ts';

export const check: Check = {
  id: 'partial-answers-kept',
  level: 'MUST',
  title: 'What a stream said before it ended with an error has reached the caller, and nothing else has.',
  reason:
    'Words that are on the screen stay there: an application shows what it got and says that the rest is missing. Words that were held back are lost with the error, and words that nobody said cannot be taken back.',
  sources: [
    contractSource,
    { title: 'IAsyncEnumerable of IChatClient.GetStreamingResponseAsync: updates come as they are received' },
  ],
  of: ['scenario', 'fault'],
  judge: ({ steps }) => sum(steps.map(judgeStep)),
};

function judgeStep({ step, wire, path }: JudgedStep): CheckOutcome {
  if (!step.error || !step.updates) return notApplicable;
  const texts = wire.facts.flatMap(({ fact, path: at }) => (fact.kind === 'text' ? [{ text: fact.text, at }] : []));
  const said = texts.map(({ text }) => text).join('');
  const told = step.updates.map(textOf).join('');
  if (said === '' && told === '') return notApplicable;
  if (!isPlain(wire.facts) || step.exchanges.some(({ response }) => refuses.test(response.body.text))) {
    return notApplicable;
  }
  if (said === told) return { compared: 1, findings: [] };
  const wirePath = texts.at(-1)?.at;
  const where = { ...(wirePath === undefined ? {} : { wirePath }), adapterPath: `${path}.updates` };
  const message = `before the error the wire has the text ${quoted(said)}; the updates that came hold ${quoted(told)}`;
  return { compared: 1, findings: [{ message, ...where, wire: said, adapter: told }] };
}

/** Words beside other things may wait for these, to stand in their order, or to come with what they rest on. */
const isPlain = (facts: readonly LocatedFact[]): boolean => facts.every(({ fact }) => plain.has(fact.kind));

const plain: ReadonlySet<FactKind> = new Set([
  'text',
  'error',
  'finish',
  'usage',
  'response-id',
  'message-id',
  'model',
]);

/** Words of a refusal come whole, as an `ErrorContent`. Source: `refusal` of messages of `openai`. */
const refuses = /"refusal":\s*"[^"]|refusal\.delta/;

const textOf = ({ contents }: ChatResponseUpdate): string =>
  contents.map((content) => (content.type === 'text' ? content.text : '')).join('');
