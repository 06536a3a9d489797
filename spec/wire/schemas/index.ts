export { deviationsAt } from './column.ts';
export type { WireProblem, WireSchemas } from './exchange.ts';
export { wireSchemasFor } from './exchange.ts';
