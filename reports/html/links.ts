import { anchorOf, caseAnchor, cellAnchor, checkAnchor } from './anchor.ts';

/**
 * Where a page leads to: the one page that holds everything, or one of many. What is nowhere to be read has no address, and
 * is then named without a link.
 */
export interface Links {
  cell(tool: string, providerApi: string): string | undefined;
  case(caseId: string): string | undefined;
  check(check: string): string | undefined;
  provider(providerApi: string): string | undefined;
  tool(tool: string): string | undefined;
  adapter(adapter: string): string | undefined;
  implementation(implementation: string): string | undefined;
  /** Where implementations stand side by side. */
  readonly implementations: string | undefined;
  /** What was seen of a case, as JSON. */
  evidence(sha256: string): string | undefined;
}

/** Within the one page, on which everything has a place but what the page leaves out. Tools, adapters, implementations and evidence have none of their own. */
export const withinPage: Links = {
  cell: (tool, providerApi) => `#${cellAnchor(tool, providerApi)}`,
  case: (caseId) => `#${caseAnchor(caseId)}`,
  check: (check) => `#${checkAnchor(check)}`,
  provider: (providerApi) => `#provider-${anchorOf(providerApi)}`,
  tool: () => undefined,
  adapter: () => undefined,
  implementation: () => undefined,
  implementations: undefined,
  evidence: () => undefined,
};
