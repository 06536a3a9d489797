/** A thread that records: a transport changes what it runs in, so that two conversations at once need two. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Exchange } from '../../recordings/format/exchange.ts';
import { secretsOf, tellable, withoutSecrets } from '../../recordings/scrub/known-secrets.ts';
import { inTexts } from '../../recordings/scrub/texts.ts';
import type { Adapter } from '../../spec/contract/index.ts';
import type { Case } from '../../spec/engine/case.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import { today } from '../../spec/engine/selection.ts';
import { wireReaderFor } from '../../spec/wire/index.ts';
import { hold } from './conversation.ts';
import { settingsFor } from './target.ts';
import type { FromThread, Result, ThreadData, ToThread } from './thread-messages.ts';

const port = parentPort;
if (!port) throw new Error('this module is the inside of a thread');
const data = workerData as ThreadData;
const { column, sdk } = data;
const tell = (message: FromThread) => port.postMessage(message);
const ending = new AbortController();

port.on('message', async (message: ToThread) => {
  if (message.kind === 'stop') ending.abort(new DOMException('the recording was ended', 'AbortError'));
  else tell({ kind: 'over', result: await record(message.theCase, message.ids) });
});

async function record(theCase: Case, ids: ReadonlyMap<string, string>): Promise<Result> {
  const settings = settingsFor(theCase, data);
  const secrets = secretsOf(settings.credentials);
  const shown = (text: string) => tellable(text, secrets);
  const [{ adapter }, reader] = await Promise.all([
    import(`${repositoryFolder}/adapters/reference/${column.id}/index.ts`) as Promise<{ adapter: Adapter }>,
    wireReaderFor(column.id),
  ]);
  const seen: Exchange[] = [];
  const made = () => (reader.made?.(seen) ?? []).filter(({ isDeleted }) => !isDeleted).map(({ what }) => what);
  try {
    const held = await hold({
      theCase,
      ids,
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
    if (ending.signal.aborted) return { kind: 'not tried', tokens: held.tokens, reason: 'it was ended' };
    // A recording has been scrubbed already.
    return held.kind === 'recorded' ? held : inTexts(held, shown);
  } catch (error) {
    const { name, message } = error as Error;
    return { kind: 'failed', reason: shown(`${name}: ${message}`) };
  }
}
