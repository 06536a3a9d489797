import type { ChatResponseUpdate } from '../contract/index.ts';
import type { Finding } from '../engine/verdict.ts';
import { quoted, shown } from '../facts/describe.ts';
import type { Fact, MessageIdFact, ModelFact, ResponseIdFact } from '../facts/fact.ts';
import { nameKinds } from '../facts/names.ts';
import { type Check, type CheckOutcome, contractSource, type JudgedStep, notApplicable, sum } from './check.ts';
import { judgeFacts } from './lib/fact-check.ts';

export const check: Check = {
  id: 'ids-equal-wire',
  level: 'MUST',
  title:
    'An answer, its messages and the model that gave it are called what the provider calls them, throughout a stream.',
  reason:
    'An answer is looked up, billed and gone on with by its id; by another one it is not found, or somebody else’s is.',
  sources: [
    contractSource,
    { title: 'M.E.AI ChatResponse.ResponseId, ChatResponse.ModelId, ChatMessage.MessageId' },
    {
      title:
        'M.E.AI ChatResponseUpdate.MessageId: groups the updates of one message, and may be the id of the response',
      url: 'https://learn.microsoft.com/dotnet/api/microsoft.extensions.ai.chatresponseupdate.messageid',
    },
  ],
  judge: ({ steps, trace: { settings } }) =>
    sum(steps.map((judged) => sum([judgeWhole(judged, settings.model), judgeUpdates(judged, settings.model)]))),
};

function judgeWhole(judged: JudgedStep, usual: string): CheckOutcome {
  if (!judged.step.response) return notApplicable;
  const names = namesOnWire(judged, usual);
  const facts = judged.adapter.facts.filter(({ fact }) => !names.allowed(fact));
  return judgeFacts({ ...judged, adapter: { ...judged.adapter, facts } }, nameKinds, 'MUST');
}

/** What each update says besides what all of them make together: that is the last of what they say. */
function judgeUpdates(judged: JudgedStep, usual: string): CheckOutcome {
  const { updates, response } = judged.step;
  if (!updates || !response) return notApplicable;
  const names = namesOnWire(judged, usual);
  let compared = 0;
  // What the whole says is judged with it.
  const seen = new Set([
    `responseId ${response.responseId}`,
    `modelId ${response.modelId}`,
    ...response.messages.map(({ messageId }) => `messageId ${messageId}`),
  ]);
  const findings: Finding[] = [];
  for (const [i, update] of updates.entries()) {
    for (const member of members) {
      const name = update[member];
      if (name === undefined || seen.has(`${member} ${name}`)) continue;
      seen.add(`${member} ${name}`);
      compared++;
      const known = names.of[member];
      if (known.includes(name)) continue;
      findings.push({
        message: `an update has the ${member} ${quoted(name)}; on the wire are ${known.length > 0 ? shown(known) : 'none'}`,
        adapterPath: `${judged.path}.updates[${i}].${member}`,
        adapter: name,
      });
    }
  }
  return { compared, findings };
}

const members = ['responseId', 'modelId', 'messageId'] as const satisfies (keyof ChatResponseUpdate)[];

interface Names {
  /** By member of an update, what it may be. */
  readonly of: Readonly<Record<(typeof members)[number], readonly string[]>>;
  /** What an adapter may say though no fact of the wire does. */
  readonly allowed: (fact: Fact) => boolean;
}

/**
 * Where a provider gives an answer no id, that of the request may stand for it; where it does not say which model answered, the one
 * that was asked.
 */
function namesOnWire({ step, wire }: JudgedStep, usual: string): Names {
  const facts = wire.facts.map(({ fact }) => fact);
  const responses = facts.filter((fact): fact is ResponseIdFact => fact.kind === 'response-id');
  const models = facts.filter((fact): fact is ModelFact => fact.kind === 'model');
  const messages = facts.filter((fact): fact is MessageIdFact => fact.kind === 'message-id');
  const requests = step.exchanges.flatMap(({ response }) =>
    response.headers.filter(([name]) => /request-?id|correlation-id/i.test(name)).map(([, value]) => value),
  );
  const asked = step.options.modelId ?? usual;
  const responseId = responses.length > 0 ? responses.flatMap(({ id, before = [] }) => [...before, id]) : requests;
  const modelId = models.length > 0 ? models.flatMap(({ model, before = [] }) => [...before, model]) : [asked];
  return {
    of: { responseId, modelId, messageId: [...messages.map(({ id }) => id), ...responseId] },
    allowed: (fact) =>
      (fact.kind === 'response-id' && responses.length === 0 && requests.includes(fact.id)) ||
      (fact.kind === 'message-id' && responses.length === 0 && requests.includes(fact.id)) ||
      (fact.kind === 'model' && models.length === 0 && fact.model === asked),
  };
}
