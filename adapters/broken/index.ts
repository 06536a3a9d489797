export { brokenAdapters, missedAdapters } from './all.ts';
export type { BrokenAdapter, Phase } from './broken-adapter.ts';
