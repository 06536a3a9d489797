import { type Check, contractSource, notApplicable } from './check.ts';
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
  judge: ({ case: { kind, mode }, trace, demands }) => {
    if (kind === 'refusal') return notApplicable;
    const due = exchangesOf(trace).flatMap(({ exchange, path }) =>
      demands
        .filter((demand) => (!demand.whenStreaming || mode === 'stream') && (demand.of?.(exchange) ?? true))
        .map((demand) => ({ demand, exchange, path })),
    );
    return {
      compared: due.length,
      findings: due
        .filter(({ demand, exchange }) => !demand.isMet(exchange))
        .map(({ demand, exchange: { request }, path }) => ({
          message: `${request.method} ${request.url} lacks ${demand.what}`,
          wirePath: `${path}.request`,
        })),
    };
  },
};
