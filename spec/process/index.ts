export * from './adapter.ts';
export { usualLimits } from './json-lines.ts';
