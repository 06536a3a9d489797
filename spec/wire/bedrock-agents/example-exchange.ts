/** Exchanges for the tests of this folder. */
import type { Exchange } from '../../../recordings/format/exchange.ts';
import { exampleExchanges } from '../example-exchanges.ts';

const inline = 'https://bedrock-agent-runtime.us-east-1.amazonaws.com/agents/s-1';

const { exampleRequest, ...exchanges } = exampleExchanges('invokeInlineAgent', inline);

export const { jsonExchange, frameExchange } = exchanges;

/** Text as chunks carry it. */
export const bytesOf = (text: string | Uint8Array): string => Buffer.from(text).toString('base64');

/** The answer to a request that says this. */
export const asking = (body: unknown, answer: Exchange = frameExchange(), url = inline): Exchange => ({
  ...answer,
  request: { ...exampleRequest(body), url },
});

/** A step of an agent, in the event that tells it. */
export const step = (steps: object): readonly ['trace', never] => [
  'trace',
  { sessionId: 's-1', trace: { orchestrationTrace: steps } } as never,
];

const control = 'https://bedrock-agent.us-east-1.amazonaws.com/agents/A';

/** An exchange with the control plane, about the agent `A` and its group `G`. */
export const controlled = (operation: string, asked: unknown = {}, answer: unknown = {}, status = 200): Exchange => ({
  ...asking(asked, jsonExchange(answer as never, status), `${control}/agentversions/DRAFT/actiongroups/G/`),
  operation,
});

/** The agent `A` is asked, by the alias of its draft unless told. */
export const askingDraft = (answer: Exchange = frameExchange(), alias = 'TSTALIASID'): Exchange => ({
  ...asking(
    { inputText: 'Oslo?' },
    answer,
    `https://bedrock-agent-runtime.us-east-1.amazonaws.com/agents/A/agentAliases/${alias}/sessions/s-1/text`,
  ),
  operation: 'invokeAgent',
});
