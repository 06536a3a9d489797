import type { ProviderApi } from '../../matrix/model.ts';
import type { Cassette } from '../../recordings/format/cassette.ts';
import { serializeCassette, writeCassette } from '../../recordings/format/write.ts';
import type { Case } from '../../spec/engine/case.ts';
import { cassettesOf } from '../../spec/engine/cassettes-of.ts';
import type { ConversationDone } from './request.ts';

/** Puts a recording where it belongs, or beside it where verdicts would be worse. */
export async function keep(
  theCase: Case,
  column: ProviderApi,
  cassette: Cassette,
  folder: string,
): Promise<Pick<ConversationDone, 'outcome' | 'reason' | 'evidence'>> {
  const [place] = cassettesOf(theCase, column, folder);
  const { evidence } = cassette.provenance;
  if (isThere(place.open, cassette)) return { outcome: 'unchanged', evidence };
  await writeCassette(place.path, cassette, folder);
  return { outcome: 'written', evidence };
}

/** Whether the same bytes are there already. */
function isThere(open: () => Cassette, cassette: Cassette): boolean {
  try {
    return serializeCassette(open()) === serializeCassette(cassette);
  } catch {
    return false;
  }
}
