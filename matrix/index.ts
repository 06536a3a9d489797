/** What other repositories import: `agent-tools-conformance/matrix`. */
export { type ProviderApiId, providerApiIds, type ToolId, toolIds } from './ids.ts';
export { loadMatrix } from './load.ts';
export type * from './model.ts';
export { providerOf } from './model.ts';
