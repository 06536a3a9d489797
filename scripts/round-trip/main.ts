/** `npm run round-trip [-- <provider API>…]`: recording from loopback, and again from what was recorded, gives the same bytes. */
import { assertKnown } from '../../lib/did-you-mean.ts';
import { providerApiIds } from '../../matrix/ids.ts';
import { loadMatrix } from '../../matrix/load.ts';
import { runScript } from '../cli.ts';
import { roundTrip } from './round-trip.ts';

/** How many problems of a provider API are printed. */
const shown = 20;

await runScript({ allowPositionals: true }, async ({ positionals: chosen }) => {
  for (const id of chosen) assertKnown('provider API', id, providerApiIds);
  const { providers } = await loadMatrix();
  let problems = 0;
  for (const column of providers.filter(({ id }) => chosen.length === 0 || chosen.includes(id))) {
    const { providerApi, committed, recorded, same, problems: found } = await roundTrip(column);
    console.log(`${providerApi}: ${committed} cassettes, ${recorded} recorded, ${same} the same when recorded again`);
    for (const problem of found.slice(0, shown)) console.log(`  ${problem}`);
    if (found.length > shown) console.log(`  and ${found.length - shown} more`);
    problems += found.length;
  }
  return problems === 0 ? 0 : 1;
});
