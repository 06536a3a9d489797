import type { ProviderApi } from '../../matrix/model.ts';
import type { Exchange, HttpResponse } from '../../recordings/format/exchange.ts';
import { listCorpus, readUnit } from '../../spec/corpus/files.ts';
import { loadFolders } from '../../spec/corpus/folders.ts';
import { toExchanges } from '../../spec/corpus/to-exchange.ts';
import { replaySettings } from '../../spec/engine/settings.ts';

/** An answer of real traffic. */
export interface CorpusAnswer {
  /** The file that it stands in, and which exchange of it, for messages. */
  readonly name: string;
  readonly response: HttpResponse;
}

/** The answers of real traffic that may stand in the place of a recorded one: those of its operation that come as it does. */
export type AnswersLike = (exchange: Exchange) => readonly CorpusAnswer[];

const kindOf = ({ operation, transport }: Exchange): string => `${operation} ${transport}`;

/**
 * Answers of real traffic by what they answer; none where no corpus is given.
 *
 * @throws {UserError} the corpus cannot be read.
 */
export async function corpusAnswers(directory: string | undefined, column: ProviderApi): Promise<AnswersLike> {
  if (directory === undefined) return () => [];
  const { known } = await listCorpus(directory, await loadFolders());
  const { baseUrl } = replaySettings(column);
  const answers = new Map<string, CorpusAnswer[]>();
  for (const { folder, files } of known.filter(({ folder: { providerApi } }) => providerApi === column.id)) {
    for (const file of files) {
      const unit = await readUnit(directory, folder, file);
      for (const [at, recorded] of unit.file.exchanges.entries()) {
        const exchanges = toExchanges(recorded, folder, { operations: column.operations, baseUrl });
        if ('reason' in exchanges) continue;
        for (const exchange of exchanges) {
          const kind = kindOf(exchange);
          answers.set(kind, [
            ...(answers.get(kind) ?? []),
            { name: `${unit.name} exchanges[${at}]`, response: exchange.response },
          ]);
        }
      }
    }
  }
  return (exchange) => answers.get(kindOf(exchange)) ?? [];
}
