export { deviationsAt } from './deviations.ts';
export type { WireSchemas } from './exchange.ts';
export { wireSchemasFor, withoutSchemas } from './load.ts';
