export { brokenAdapters } from './all.ts';
export type { BrokenAdapter, Phase } from './broken-adapter.ts';
