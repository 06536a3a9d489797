import { answered, type Check, contractSource } from './check.ts';
import { exchangesOf } from './lib/sent.ts';

export const check: Check = {
  id: 'requests-complete',
  level: 'MUST',
  title:
    'Every request carries what the API demands besides what the caller said: credentials, versions, and the switches of what the answer holds.',
  reason: 'A recording answers a request that lacks them; the service refuses it, or tells less.',
  sources: [
    contractSource,
    {
      title: 'OpenAI: what a response includes only on request',
      url: 'https://platform.openai.com/docs/api-reference/responses/create#responses-create-include',
    },
    { title: 'Anthropic: versions and beta headers', url: 'https://docs.claude.com/en/api/versioning' },
  ],
  of: answered,
  judge: ({ case: { mode }, trace, demands }) => {
    const all = exchangesOf(trace);
    const due = all.flatMap(({ exchange, path }, i) => {
      const earlier = all.slice(0, i).map((before) => before.exchange);
      return demands
        .filter((demand) => (!demand.whenStreaming || mode === 'stream') && (demand.of?.(exchange, earlier) ?? true))
        .map((demand) => ({ demand, exchange, earlier, path }));
    });
    return {
      compared: due.length,
      findings: due
        .filter(({ demand, exchange, earlier }) => !demand.isMet(exchange, earlier))
        .map(({ demand, exchange: { request }, path }) => ({
          message: `${request.method} ${request.url} lacks ${demand.what}`,
          wirePath: `${path}.request`,
        })),
    };
  },
};
