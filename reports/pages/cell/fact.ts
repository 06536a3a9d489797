import { truncateDeep } from '../../../lib/escape-control-characters.ts';
import type { Fact, LocatedFact } from '../../../spec/facts/fact.ts';
import { html, type Markup } from '../markup.ts';
import { value } from './pieces.ts';

/** What of a fact is shown; the evidence has all of it. */
const mostOfFact = { text: 2000, members: 60, levels: 20 };

/** A fact, and where it was read. */
export function factSide(located: LocatedFact | undefined): Markup {
  if (!located) return 'none';
  return html`${saying(truncateDeep(located.fact, mostOfFact))}<span class="path">${located.path}</span>`;
}

/** A fact: what it says, then what else it carries. */
function saying(fact: Fact): Markup {
  switch (fact.kind) {
    case 'text':
      return html`<q>${fact.text}</q>`;
    case 'reasoning':
      return html`<q>${fact.text}</q>${fact.protectedData !== undefined && html`, protected data ${value(fact.protectedData)}`}`;
    case 'call':
      return html`<code>${fact.name}</code> ${value(fact.arguments)}${idOf(fact)}`;
    case 'hosted-call':
    case 'approval-request':
      return html`<code>${fact.tool}</code> ${value(fact.arguments)}${idOf(fact)}`;
    case 'hosted-result':
      return html`<code>${fact.tool}</code> ${value(fact.payload)}${idOf(fact)}`;
    case 'action-call':
      return html`<code>${fact.tool}</code> ${value(fact.actions)}${idOf(fact)}${fact.safetyChecks?.map((check) => html`, safety check <code>${check.id}</code>`)}`;
    case 'citation':
      return html`${fact.target === '' ? 'an unnamed source' : html`<code>${fact.target}</code>`}${fact.span !== undefined && html` for <q>${fact.span}</q>`}`;
    case 'file':
      return html`<code>${fact.id}</code>${fact.name !== undefined && html`, named <code>${fact.name}</code>`}`;
    case 'data':
      return html`<code>${fact.mediaType}</code>, SHA-256 <code>${fact.sha256}</code>`;
    case 'finish':
      return html`<code>${fact.reason}</code>`;
    case 'usage':
      return usage(fact);
    case 'response-id':
    case 'message-id':
      return html`<code>${fact.id}</code>`;
    case 'model':
      return html`<code>${fact.model}</code>`;
    case 'error':
      return html`${[fact.status ?? [], fact.code ?? []].flat().map((mark) => html`<code>${mark}</code> `)}<q>${fact.message}</q>`;
  }
  // A kind without a case would be a blank in the table.
  fact satisfies never;
  return null;
}

function usage(fact: Extract<Fact, { readonly kind: 'usage' }>): Markup {
  const parts = [
    `input ${fact.inputTokens}`,
    fact.cachedInputTokens === undefined ? [] : `of it cached ${fact.cachedInputTokens}`,
    `output ${fact.outputTokens}`,
    fact.reasoningTokens === undefined ? [] : `of it reasoning ${fact.reasoningTokens}`,
  ];
  return parts.flat().join(', ');
}

const idOf = ({ id }: { readonly id?: string }): Markup => id !== undefined && html` id <code>${id}</code>`;
