import { staleCells } from '../../freshness/stale.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'stale',
  level: 'told',
  title: 'A cell stands on recordings older than they may be',
  why: 'Providers change; recordings do not. How old one may be stands in recordings/freshness.json.',
  todo: 'record it again',
  find: ({ after }) =>
    staleCells(after.cases).map(({ tool, providerApi, recordings, freshUntil }) => ({
      tool,
      providerApi,
      place: `recordings/cassettes/${providerApi}/${tool}`,
      what: `${tool} on ${providerApi}: ${recordings === 1 ? 'a recording is' : `${recordings} recordings are`} older than allowed${freshUntil === undefined ? '' : `, since ${freshUntil}`}`,
      todo: `npm run atc -- record --provider ${providerApi} --tool ${tool}`,
    })),
};
