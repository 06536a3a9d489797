import Type from 'typebox';
import { expect, test } from 'vitest';
import { isNightly } from '../../lib/nightly-tests.ts';
import { validatorFor } from '../../lib/validator.ts';
import { loadMatrix } from '../../matrix/load.ts';
import { parseForeign } from '../import/detect-format.ts';
import { forColumn } from '../import/select-exchanges.ts';
import { fileNameOf, listCassettes, parseCassettePath } from './cassette-path.ts';
import { toHar } from './har.ts';
import { readCassettes } from './store.ts';

const strict = { additionalProperties: false } as const;
const comment = Type.Optional(Type.String());
const Pairs = Type.Array(Type.Object({ name: Type.String(), value: Type.String(), comment }, strict));
const message = { httpVersion: Type.String(), cookies: Type.Array(Type.Unknown()), headers: Pairs, comment };
const sizes = { headersSize: Type.Integer(), bodySize: Type.Integer() };

/** HAR 1.2, http://www.softwareishard.com/blog/har-12-spec/: its members, and no other. */
const Har12 = Type.Object(
  {
    log: Type.Object(
      {
        version: Type.Literal('1.2'),
        creator: Type.Object({ name: Type.String(), version: Type.String(), comment }, strict),
        comment,
        entries: Type.Array(
          Type.Object(
            {
              startedDateTime: Type.String({
                pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)$',
              }),
              time: Type.Number({ minimum: 0 }),
              request: Type.Object(
                {
                  ...message,
                  ...sizes,
                  method: Type.String(),
                  url: Type.String({ pattern: '^https?://' }),
                  queryString: Pairs,
                  postData: Type.Optional(
                    Type.Object({ mimeType: Type.String(), text: Type.String(), comment }, strict),
                  ),
                },
                strict,
              ),
              response: Type.Object(
                {
                  ...message,
                  ...sizes,
                  status: Type.Integer(),
                  statusText: Type.String(),
                  redirectURL: Type.String(),
                  content: Type.Object(
                    {
                      size: Type.Integer(),
                      mimeType: Type.String(),
                      text: Type.String(),
                      encoding: Type.Optional(Type.Literal('base64')),
                      comment,
                    },
                    strict,
                  ),
                },
                strict,
              ),
              cache: Type.Object({}, strict),
              timings: Type.Object({ send: Type.Number(), wait: Type.Number(), receive: Type.Number() }, strict),
              comment,
            },
            strict,
          ),
        ),
      },
      strict,
    ),
  },
  strict,
);

function demandHar(har: unknown): void {
  const validate = validatorFor(Har12);
  expect(validate(har), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true);
}

test('each committed recording is plain HAR 1.2 when it is exported, and the same when that is imported', async () => {
  const { providers } = await loadMatrix();
  const paths = await listCassettes();
  expect(paths.length).toBeGreaterThan(300);
  // By day one in twelve of each column; every night all.
  const byColumn = Map.groupBy(paths, (path) => parseCassettePath(path)?.providerApi);
  const some = [...byColumn.values()].flatMap((of) => of.filter((_, n) => n % 12 === 0));
  for (const path of isNightly ? paths : some) {
    const column = providers.find(({ id }) => id === parseCassettePath(path)?.providerApi) ?? expect.fail(path);
    for (const cassette of Object.values(readCassettes(path).cassettes)) {
      const har = toHar(cassette, fileNameOf(path));
      demandHar(har);
      const read = parseForeign(Buffer.from(JSON.stringify(har)), path);
      expect(read.format.id).toBe('har');
      const { exchanges, leftOut } = forColumn(read, column);
      expect(leftOut, path).toEqual([]);
      expect(
        exchanges.map(({ entry }) => entry),
        path,
      ).toEqual(cassette.entries);
    }
  }
});
