export { deviationsAt } from './deviations.ts';
export type { WireProblem, WireSchemas } from './exchange.ts';
export { wireSchemasFor, withoutSchemas } from './load.ts';
