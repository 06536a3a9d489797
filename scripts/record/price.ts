import { join } from 'node:path';
import Type from 'typebox';
import { readDataFile } from '../../files/data-file.ts';
import { literalPattern } from '../../files/literal-pattern.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';

/** Tokens that a conversation takes. */
export interface Tokens {
  readonly input: number;
  readonly output: number;
}

const PricesSchema = Type.Array(
  Type.Object(
    {
      model: Type.String({ minLength: 1, description: 'as requests name it; `*` stands for any characters' }),
      input: Type.Number({ minimum: 0, description: 'US dollars for a million tokens' }),
      output: Type.Number({ minimum: 0, description: 'US dollars for a million tokens' }),
      source: Type.String({ pattern: '^https://' }),
      read: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
    },
    { additionalProperties: false },
  ),
);

export type Prices = Type.Static<typeof PricesSchema>;

/** What models cost. @throws {UserError} the file is malformed. */
export async function loadPrices(path: string = join(repositoryFolder, 'recordings/prices.yaml')): Promise<Prices> {
  const schema = Type.Object({ prices: PricesSchema }, { additionalProperties: false, $id: 'prices.schema.json' });
  return (await readDataFile(path, schema, 'list of prices')).prices;
}

/** What tokens of a model cost, in US dollars; `undefined` where its price is not known. */
export function costOf(model: string, { input, output }: Tokens, prices: Prices): number | undefined {
  const price = prices.find((each) => patternOf(each.model).test(model));
  return price && (input * price.input + output * price.output) / 1_000_000;
}

const patternOf = (model: string): RegExp => new RegExp(`^${model.split('*').map(literalPattern).join('.*')}$`);

/** A sum of money as it is printed: two digits, or two that say something. */
export function dollars(amount: number): string {
  return amount === 0 || amount >= 0.01 ? `$${amount.toFixed(2)}` : `$${amount.toPrecision(2)}`;
}
