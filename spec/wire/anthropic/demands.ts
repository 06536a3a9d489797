import { headerOf } from '../../../recordings/format/exchange.ts';
import { askedIn, bodyMember, credentialsIn, type Demand, header } from '../demands.ts';

/** Source: https://docs.claude.com/en/api/versioning, https://docs.claude.com/en/docs/agents-and-tools/mcp-connector. */
export const demands: readonly Demand[] = [
  credentialsIn('x-api-key', 'authorization'),
  header('anthropic-version'),
  bodyMember('model'),
  {
    what: 'the beta "mcp-client-…" in the header "anthropic-beta", without which "mcp_servers" is no member',
    of: (exchange) => 'mcp_servers' in askedIn(exchange),
    isMet: ({ request }) => /(^|[,\s])mcp-client-/.test(headerOf(request, 'anthropic-beta') ?? ''),
  },
];
