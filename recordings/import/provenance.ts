import type { Provenance } from '../format/cassette.ts';
import type { ForeignRecording } from './detect-format.ts';

/**
 * Where an imported cassette comes from. Never `live`: only a recorder of our own that is connected to the provider can say so.
 *
 * @param losses what was lost on the way, in sentences
 */
export function importProvenance(recordings: readonly ForeignRecording[], losses: readonly string[]): Provenance {
  const names = recordings.map(({ file, format }) => `${file} (${format.title})`);
  const days = recordings.flatMap(({ exchanges }) => exchanges.flatMap(({ recordedAt }) => recordedAt ?? []));
  const recordedAt = days.sort().at(-1);
  const notes = [
    `Imported from ${names.join(', ')}: what somebody else recorded, or wrote; nothing here was connected to the provider.`,
    ...losses.map((loss) => `${loss[0]?.toUpperCase()}${loss.slice(1)}.`),
    'Scrubbed by the rules of recordings/scrub.',
  ];
  return {
    evidence: 'documented',
    sources: names.map((title) => ({ title })),
    ...(recordedAt === undefined ? {} : { recordedAt }),
    note: notes.join(' '),
    importedFrom: recordings.map(({ format, file, sha256 }) => ({ format: format.id, file, sha256 })),
  };
}
