import { place } from '../../files/place.ts';
import { variablesOf } from '../../spec/engine/settings.ts';
import type { ProviderPlan } from './plan.ts';
import { dollars } from './price.ts';
import type { RecordRequest } from './request.ts';

/** What will be called, with which credentials (by name), how often, and for roughly how much: what a caller reads before agreeing. */
export function announcement(plans: readonly ProviderPlan[], { baseUrl, folder }: RecordRequest): string[] {
  return plans
    .flatMap(({ column, recording, makes, items }) => {
      const surfaces = column.surfaces.flatMap(({ recording: own }) => (own ? [own] : []));
      const variables = new Set([recording, ...surfaces].flatMap(variablesOf));
      const models = new Set(items.map(({ model }) => model));
      const live = baseUrl === undefined ? '' : ', which is not the provider: no evidence of what it does';
      return [
        `${column.title}: ${baseUrl ?? column.baseUrl}${live}`,
        `  ${taken(items)}, with ${[...models].join(', ')}`,
        ...obstaclesOf(items),
        `  credentials and names from ${[...variables].join(', ')}`,
        ...makes.map(({ name, what }) => `  made for it, and removed behind it: ${what} (${name})`),
        ...items.map(
          ({ cassette, requests, obstacle }) =>
            `    ${cassette} (${requests} ${requests === 1 ? 'request' : 'requests'}${obstacle === undefined ? '' : `, not tried: ${obstacle}`})`,
        ),
      ];
    })
    .concat(`Written to ${place(folder)}, each when its conversation is over.`);
}

/** What keeps conversations from being recorded, and how many: once for all that it keeps. */
function obstaclesOf(items: ProviderPlan['items']): string[] {
  const kept = items.filter(({ obstacle }) => obstacle !== undefined);
  return [...Map.groupBy(kept, ({ obstacle }) => obstacle)].map(
    ([obstacle, of]) => `  ${of.length} of them cannot be recorded: ${obstacle}`,
  );
}

/** One line of it all. */
export function total(plans: readonly ProviderPlan[]): string {
  const items = plans.flatMap((plan) => plan.items).filter(({ obstacle }) => obstacle === undefined);
  return taken(items);
}

const taken = (items: ProviderPlan['items']): string =>
  `${items.length} conversations, about ${sum(items.map((i) => i.requests))} requests and ${cost(items)}`;

function cost(items: ProviderPlan['items']): string {
  const known = items.flatMap(({ cost: each }) => (each === undefined ? [] : [each]));
  const unknown = new Set(items.filter((i) => i.cost === undefined).map(({ model }) => model));
  const amount = `${dollars(sum(known))} for tokens`;
  if (unknown.size === 0) return amount;
  const missing = `the price of ${[...unknown].join(', ')} is not known`;
  return known.length === 0 ? missing : `${amount} (${missing})`;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
