import type { Finding } from '../../spec/engine/verdict.ts';

/** Who said what the wire is held against: the adapter, in what it returned, or the caller, in what it was asked. */
export const saidBy = ({ adapterPath = '' }: Finding): 'adapter' | 'caller' =>
  /^steps\[\d+\]\.(messages|options)\b/.test(adapterPath) ? 'caller' : 'adapter';
