/** What fits is the same as for ajv, a complete validator: recorded answers, and the same with one member removed, added or of another type. */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { isJsonObject, type Json } from '../../../files/canonical-json.ts';
import { listCassettes } from '../../../recordings/format/location.ts';
import { wireDocument } from './document.ts';
import { fitOf } from './fit.ts';

const subjects = [
  ['anthropic', 'Message', 'anthropic/web-search/'],
  ['openai-responses', 'Response', 'openai-responses/'],
  ['bedrock-runtime', 'ConverseResponse', 'bedrock-converse/function-calling/'],
] as const;

/** Largest number of recorded answers of a definition. */
const most = 4;

test.for(subjects)('%s: %s', async ([source, name, recorded]) => {
  const document = wireDocument(source);
  const misfitsOf = fitOf(document);
  const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false });
  ajv.addSchema(document, source);
  const isValid = ajv.getSchema(`${source}#/$defs/${name}`) ?? expect.fail('no such definition');
  const paths = (await listCassettes()).filter((path) => path.includes(recorded) && path.endsWith('.json.har'));
  const bodies = paths.flatMap(answersIn).slice(0, most);
  expect(bodies.length).toBeGreaterThan(2);
  const found = { fitting: 0, unfit: 0 };
  for (const value of bodies.flatMap((body) => [body, ...changed(body)])) {
    const fits = misfitsOf(name, value).length === 0;
    expect(fits, JSON.stringify(value)).toBe(isValid(value));
    found[fits ? 'fitting' : 'unfit'] += 1;
  }
  expect(Math.min(found.fitting, found.unfit)).toBeGreaterThan(10);
});

function answersIn(path: string): Json[] {
  const { log } = JSON.parse(readFileSync(path, 'utf8'));
  return log.entries.flatMap(({ response }: { response: { status: number; content: { _json?: Json } } }) =>
    response.status === 200 && response.content._json !== undefined ? [response.content._json] : [],
  );
}

/** The value with one change at one place, for each place and change. */
function changed(value: Json): Json[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, i) => changed(item).map((other) => value.with(i, other)));
  }
  if (!isJsonObject(value)) return [value === null ? 'text' : null, 1.5, [], {}];
  return [
    { ...value, another: 1 },
    ...Object.entries(value).flatMap(([key, member]) => {
      const { [key]: _, ...others } = value;
      return [others, ...changed(member).map((other) => ({ ...value, [key]: other }))];
    }),
  ];
}
