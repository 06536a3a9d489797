/** A thread that records: a transport changes what it runs in, so that two conversations at once need two. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Exchange } from '../../recordings/format/exchange.ts';
import { secretsOf, withoutSecrets } from '../../recordings/scrub/known-secrets.ts';
import type { Adapter } from '../../spec/contract/index.ts';
import type { Case } from '../../spec/engine/case.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import { today } from '../../spec/engine/suite.ts';
import { wireReaderFor } from '../../spec/wire/index.ts';
import { hold } from './conversation.ts';
import { keep } from './keep.ts';
import { settingsFor } from './target.ts';
import type { FromThread, Result, ThreadData, ToThread } from './thread-messages.ts';

const port = parentPort;
if (!port) throw new Error('this module is the inside of a thread');
const data = workerData as ThreadData;
const { column, sdk, folder } = data;
const tell = (message: FromThread) => port.postMessage(message);
const ending = new AbortController();

port.on('message', async (message: ToThread) => {
  if (message.kind === 'stop') ending.abort(new DOMException('the recording was ended', 'AbortError'));
  else tell({ kind: 'over', result: await record(message.theCase) });
});

async function record(theCase: Case): Promise<Result> {
  const settings = settingsFor(theCase, data);
  const secrets = secretsOf(settings.credentials);
  const [{ adapter }, reader] = await Promise.all([
    import(`${repositoryFolder}/adapters/reference/${column.id}/index.ts`) as Promise<{ adapter: Adapter }>,
    wireReaderFor(column.id),
  ]);
  const seen: Exchange[] = [];
  const made = () => (reader.made?.(seen) ?? []).filter(({ isDeleted }) => !isDeleted).map(({ what }) => what);
  try {
    const held = await hold({
      theCase,
      adapter,
      reader,
      column,
      settings,
      sdk,
      recordedAt: today(),
      watch: (exchange) => {
        seen.push(exchange);
        tell({ kind: 'exchange', made: withoutSecrets(made(), secrets) });
      },
      signal: ending.signal,
    });
    const { tokens } = held;
    if (ending.signal.aborted) return { kind: 'done', tokens, outcome: 'not tried', reason: 'it was ended' };
    if (held.kind === 'busy') return withoutSecrets(held, secrets);
    if (held.kind === 'failed') {
      return { kind: 'done', tokens, outcome: 'failed', reason: withoutSecrets(held.reason, secrets) };
    }
    return { kind: 'done', tokens, ...(await keep(theCase, column, held.cassette, folder)) };
  } catch (error) {
    const { name, message } = error as Error;
    return { kind: 'done', outcome: 'failed', reason: withoutSecrets(`${name}: ${message}`, secrets) };
  }
}
