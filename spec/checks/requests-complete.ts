import type { Exchange } from '../../recordings/format/exchange.ts';
import { type Check, contractSource, notApplicable } from './check.ts';

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
    const places: { exchange: Exchange; path: string }[] = [
      ...trace.steps.flatMap(({ exchanges }, s) =>
        exchanges.map((exchange, i) => ({ exchange, path: `steps[${s}].exchanges[${i}].request` })),
      ),
      ...trace.closing.map((exchange, i) => ({ exchange, path: `closing[${i}].request` })),
    ];
    const due = places.flatMap(({ exchange, path }) =>
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
          wirePath: path,
        })),
    };
  },
};
