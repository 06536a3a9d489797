import { basename, resolve } from 'node:path';
import { displayPath, UserError } from '../../lib/user-error.ts';
import type { ProviderApi } from '../../matrix/model.ts';
import { type ForeignRecording, readForeign } from '../../recordings/import/detect-format.ts';
import { type ColumnExchange, forColumn } from '../../recordings/import/select-exchanges.ts';

/** A recording of another program, as exchanges of one provider API. */
export interface ReadFile {
  readonly recording: ForeignRecording;
  readonly exchanges: readonly ColumnExchange[];
  readonly told: ImportedFile;
}

/** @throws {UserError} nothing of it is an operation of the column. */
export function readFor(path: string, format: string | undefined, column: ProviderApi): ReadFile {
  const recording = readForeign(resolve(path), format);
  const { exchanges, leftOut } = forColumn(recording, column);
  if (exchanges.length === 0) {
    throw new UserError(`has no exchange that is an operation of ${column.id}`, {
      where: displayPath(resolve(path)),
      hint: leftOut[0]?.reason ?? 'name another provider API',
    });
  }
  const told = {
    file: basename(path),
    format: recording.format.title,
    taken: exchanges.map(({ number, operation, transport }) => ({
      exchange: number,
      operation: operation.id,
      transport,
    })),
    leftOut: leftOut.map(({ number, reason }) => ({ exchange: number, reason })),
  };
  return { recording, exchanges, told };
}

/** What was read of a file. */
export interface ImportedFile {
  readonly file: string;
  readonly format: string;
  readonly taken: readonly { readonly exchange: number; readonly operation: string; readonly transport: string }[];
  readonly leftOut: readonly { readonly exchange: number; readonly reason: string }[];
}

export const fileLines = ({ file, format, taken, leftOut }: ImportedFile): string[] => [
  `${file}: ${format}, ${taken.length} of ${taken.length + leftOut.length} exchanges taken`,
  ...taken.map(({ exchange, operation, transport }) => `  exchange ${exchange}: ${operation} by ${transport}`),
  ...leftOut.map(({ exchange, reason }) => `  exchange ${exchange} left out: ${reason}`),
];
