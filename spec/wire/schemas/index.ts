export { deviationsAt } from './column.ts';
export type { Path, WireProblem, WireSchemas } from './exchange.ts';
export { wireSchemasFor } from './exchange.ts';
