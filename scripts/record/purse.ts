import type { Item } from './plan.ts';
import { costOf, dollars, type Prices, type Tokens } from './price.ts';

/** How far a recording may go. */
export interface Limits {
  /** US dollars. */
  readonly budget?: number | undefined;
  readonly maxRequests?: number | undefined;
}

/** What was spent so far, and whether a conversation may still begin. */
export class Purse {
  requests = 0;
  spent = 0;
  /** What conversations that go on now may take. */
  readonly #reserved = new Set<Item>();
  readonly #limits: Limits;
  readonly #prices: Prices;

  constructor(limits: Limits, prices: Prices) {
    this.#limits = limits;
    this.#prices = prices;
  }

  /** Why a conversation may not begin; nothing where it may, and then it has. */
  begin(item: Item): string | undefined {
    const { budget, maxRequests } = this.#limits;
    if (budget !== undefined && item.cost === undefined) {
      return `the price of ${item.model} is not known, and there is a budget: add it to recordings/prices.yaml, or say --max-requests`;
    }
    const going = [...this.#reserved, item];
    const cost = this.spent + going.reduce((sum, each) => sum + (each.cost ?? 0), 0);
    if (budget !== undefined && cost > budget) return `the budget of ${dollars(budget)} would not do`;
    const requests = this.requests + going.reduce((sum, each) => sum + each.requests, 0);
    if (maxRequests !== undefined && requests > maxRequests) return `more than ${maxRequests} requests would be made`;
    this.#reserved.add(item);
    return undefined;
  }

  /** A conversation is over. @returns what it cost, where that is known */
  end(item: Item, tokens: Tokens | undefined): number | undefined {
    this.#reserved.delete(item);
    const cost = tokens && costOf(item.model, tokens, this.#prices);
    this.spent += cost ?? 0;
    return cost;
  }
}
