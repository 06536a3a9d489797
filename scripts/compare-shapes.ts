import { escapeControl } from '../lib/escape-control-characters.ts';
import { isWhole, readShapes, type ShapeReport } from '../spec/corpus/shapes.ts';
import { colours } from './terminal-colors.ts';

/**
 * Lists what occurs in real answers and in no cassette.
 *
 * @returns what to print, and the exit code: 0 when each is explained and no explanation is needless.
 * @throws {UserError} the corpus is not there, the provider API is unknown, or nothing of it could be compared.
 */
export async function compareShapesOf(
  directory: string | undefined,
  provider: string | undefined,
  json: boolean,
): Promise<{ text: string; exitCode: number }> {
  const reports = await readShapes(directory, provider);
  const text = json ? `${JSON.stringify(reports, null, 2)}\n` : `${reports.map(shapesText).join('\n\n')}\n`;
  return { text, exitCode: reports.every(isWhole) ? 0 : 1 };
}

function shapesText({ providerApi, real, missing, explained, needless }: ShapeReport): string {
  const head = `${providerApi}: ${real} shapes in real answers, ${missing.length} in no cassette and without a reason, ${explained.length} with one`;
  const byReason = Map.groupBy(explained, ({ reason }) => reason);
  return [
    colours.bold(head),
    ...missing.map(
      ({ shape, seen }) => `  ${colours.red('✕')} ${escapeControl(shape)}  ${colours.dim(escapeControl(seen))}`,
    ),
    ...[...byReason].map(([reason, shapes]) => `  ${colours.dim(`${shapes.length} × ${reason}`)}`),
    ...needless.map((pattern) => `  ${colours.red('✕')} needless: "${pattern}" fits nothing that is missing`),
  ].join('\n');
}
