import { nameKinds } from '../facts/names.ts';
import { type Check, contractSource } from './check.ts';
import { factsEqualWire } from './lib/fact-check.ts';

export const check: Check = {
  id: 'ids-told',
  level: 'SHOULD',
  title: 'What the provider calls the answer, its messages and the model that gave it is returned.',
  reason: 'Whoever asks a provider about an answer, or what it cost, is asked for its id and its model.',
  sources: [contractSource, { title: 'M.E.AI ChatResponse.ResponseId, ChatResponse.ModelId, ChatMessage.MessageId' }],
  judge: factsEqualWire(nameKinds, 'SHOULD'),
};
