export { deviationsAt } from './deviations.ts';
export type { WireProblem, WireSchemas } from './exchange.ts';
export { wireSchemasFor } from './load.ts';
