import { escapeControl } from '../lib/escape-control-characters.ts';
import { isSound, type Notice, type RealSchemaReport, readSchemas } from '../spec/corpus/schemas.ts';
import { colours } from './terminal-colors.ts';

/**
 * Lists what schemas and rules refuse of real traffic, and where it is wider or narrower than the SDKs' types.
 *
 * @returns what to print, and the exit code: 0 when little is refused, each refusal is explained and no explanation is needless.
 * @throws {UserError} the corpus is not there, the provider API is unknown, or there is no traffic of it.
 */
export async function compareSchemasOf(
  directory: string | undefined,
  provider: string | undefined,
  json: boolean,
): Promise<{ text: string; exitCode: number }> {
  const reports = await readSchemas(directory, provider);
  const text = json ? `${JSON.stringify(reports, null, 2)}\n` : `${reports.map(schemasText).join('\n\n')}\n`;
  return { text, exitCode: reports.every(isSound) ? 0 : 1 };
}

function schemasText(report: RealSchemaReport): string {
  const { providerApi, exchanges, compared, failing, failures, extras, missing, needless } = report;
  const share = exchanges === 0 ? 0 : (100 * failing) / exchanges;
  const explained = Map.groupBy(
    failures.filter(({ reason }) => reason !== undefined),
    ({ reason }) => reason,
  );
  return [
    colours.bold(
      `${providerApi}: ${exchanges} real exchanges, ${compared} comparisons, ${failing} refused (${share.toFixed(1)} %)`,
    ),
    ...failures
      .filter(({ reason }) => reason === undefined)
      .map(
        ({ place, by, path, message }) =>
          `  ${colours.red('✕')} ${escapeControl(`${path} ${message}`)}  ${colours.dim(escapeControl(`${by}, ${place}`))}`,
      ),
    ...[...explained].map(([reason, list]) => `  ${colours.dim(`${list.length} × ${reason}`)}`),
    ...noticeLines('members that the SDK does not have', extras),
    ...noticeLines('newly required members that lack', missing),
    ...needless.map((reason) => `  ${colours.red('✕')} needless: "${reason}" explains nothing`),
  ].join('\n');
}

function noticeLines(what: string, notices: readonly Notice[]): string[] {
  if (notices.length === 0) return [];
  const each = notices.map(({ what: member, count }) => `${escapeControl(member)} ×${count}`);
  return [`  ${colours.yellow('!')} ${what}: ${each.join(', ')}`];
}
