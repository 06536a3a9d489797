import { type Exchange, headerOf } from '../../../recordings/format/exchange.ts';
import { askedIn, bodyMember, credentialsIn, type Demand, header } from '../demands.ts';
import { asArray, asObject, asString } from '../json.ts';

/**
 * Source: https://platform.claude.com/docs/en/api/versioning,
 * https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-reference.
 */
export const demands: readonly Demand[] = [
  credentialsIn('x-api-key', 'authorization'),
  header('anthropic-version'),
  bodyMember('model'),
  bodyMember('max_tokens'),
  beta('mcp-client', 'without which "mcp_servers" is no member', (exchange) => 'mcp_servers' in askedIn(exchange)),
  beta('mcp-client', 'without which there are no toolsets of servers', declares(/^mcp_toolset$/)),
  beta('computer-use', 'without which a computer is no tool', declares(/^computer_\d+$/)),
  beta('computer-use', 'of which these versions of the tools are', declares(/^(?:bash|text_editor)_20241022$/)),
  beta('advisor-tool', 'without which an advisor is no tool', declares(/^advisor_\d+$/)),
];

function beta(name: string, why: string, of: (exchange: Exchange) => boolean): Demand {
  return {
    what: `the beta "${name}-…" in the header "anthropic-beta", ${why}`,
    of,
    isMet: ({ request }) => new RegExp(`(^|[,\\s])${name}-`).test(headerOf(request, 'anthropic-beta') ?? ''),
  };
}

function declares(type: RegExp): (exchange: Exchange) => boolean {
  return (exchange) =>
    (asArray(askedIn(exchange).tools) ?? []).some((tool) => type.test(asString(asObject(tool)?.type) ?? ''));
}
