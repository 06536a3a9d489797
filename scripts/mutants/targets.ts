/** What is mutated of a provider API: what judges an adapter of it, or its reference adapter. */
import type { ProviderApiId } from '../../matrix/ids.ts';

/** `judge`: wire reader, provider rules, facts and checks; `adapter`: the reference adapter. */
export const sides = ['judge', 'adapter'] as const;

export type Side = (typeof sides)[number];

/** Folders of code that several provider APIs use, in `spec/wire` and `adapters/reference/shared` alike. */
const families: Readonly<Record<string, readonly ProviderApiId[]>> = {
  responses: ['openai-responses', 'azure-foundry-v2'],
  chat: ['openai-chat', 'mistral-chat'],
  mistral: ['mistral-chat'],
  openai: ['openai-assistants', 'openai-chat', 'openai-responses', 'azure-foundry-v2'],
  runs: ['openai-assistants', 'azure-foundry-agents'],
  azure: ['azure-foundry-agents', 'azure-foundry-v2'],
};

/** Globs of the modules that are mutated, below the repository. */
export function modulesOf(side: Side, providerApi: ProviderApiId): readonly string[] {
  const shared = Object.keys(families).filter((family) => families[family]?.includes(providerApi));
  return side === 'judge'
    ? [
        `spec/provider-apis/${providerApi}/**/*.ts`,
        ...shared.map((family) => `spec/provider-apis/families/${family}/**/*.ts`),
        'spec/wire/rules/**/*.ts',
        'spec/checks/**/*.ts',
        'spec/facts/*.ts',
      ]
    : [
        `adapters/reference/${providerApi}/**/*.ts`,
        ...shared.map((family) => `adapters/reference/shared/${family}/**/*.ts`),
        'adapters/reference/shared/*.ts',
      ];
}
