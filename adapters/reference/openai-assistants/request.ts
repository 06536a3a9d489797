/** From the contract to what is sent for one call. Pure: nothing is sent here. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import type { ChatMessage, ChatOptions, ClientSettings, Warning } from '../../../spec/contract/index.ts';
import { errors } from '../shared/openai.ts';
import { type Plan, planOf } from '../shared/runs/client.ts';
import { declaration } from './tools.ts';

export interface RequestContext {
  readonly settings: Pick<ClientSettings, 'model'>;
  readonly adapterId: string;
}

/** @throws errors of the contract: the tools are unsupported or invalid, or a message has no words in this API */
export function planCall(messages: readonly ChatMessage[], options: ChatOptions, context: RequestContext): Plan {
  const declared = {
    ...declaration(options.tools ?? [], context.adapterId),
    run: { reasoning_effort: options.reasoning?.effort },
    submitted: ({ outputs }: { readonly outputs: readonly JsonObject[] }) => ({ tool_outputs: outputs }),
    warnings: () => unsupportedSettings(options),
  };
  return planOf(messages, options, context.settings, declared, errors);
}

/** Settings that the API lacks. Break-glass (`rawRepresentation`) can still send them to whoever takes them. */
function unsupportedSettings({ stopSequences, reasoning, store }: ChatOptions): Warning[] {
  const reasons = [
    ...(stopSequences && stopSequences.length > 0 ? ['stopSequences were not sent: OpenAI Assistants have none.'] : []),
    ...(reasoning?.budgetTokens === undefined
      ? []
      : ['reasoning.budgetTokens was not sent: OpenAI Assistants take an effort, no budget.']),
    ...(store === undefined
      ? []
      : ['store was not sent: OpenAI keeps a thread until it is deleted, which close() does.']),
  ];
  return reasons.map((message) => ({ code: 'unsupported-setting', message }));
}
