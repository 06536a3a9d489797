import { isJsonObject, type Json } from '../../files/canonical-json.ts';
import type { BrokenAdapter } from './break.ts';
import { inSentBody } from './on-the-wire.ts';

/** Defects that make a request none that the provider's own types allow. */
export const brokenInSchemas: readonly BrokenAdapter[] = [
  {
    id: 'sends-the-tools-name-as-its-type',
    modelledOn: ['B022'],
    caughtBy: 'requests-fit-schema',
    defect: 'A server tool is declared under its name, where its dated type belongs.',
    shows: ['cited-answer/complete', 'cited-answer/stream'],
    onTheWire: inSentBody((body) => ({
      ...body,
      tools: eachOf(body.tools, (tool) => (tool.type === undefined ? tool : { ...tool, type: tool.name ?? null })),
    })),
  },
];

type Members = { readonly [name: string]: Json };

/** Each object of a list, changed. */
const eachOf = (list: Json | undefined, change: (item: Members) => Members): Json =>
  Array.isArray(list) ? list.map((item) => (isJsonObject(item) ? change(item) : item)) : [];
