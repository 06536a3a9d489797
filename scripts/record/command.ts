import { plainError } from '../../files/plain-error.ts';
import { visible, visibleIn } from '../../files/visible.ts';
import { secretsOfEnvironment, tellable } from '../../recordings/scrub/known-secrets.ts';
import { inTexts } from '../../recordings/scrub/texts.ts';
import { ask } from './ask.ts';
import { type Progress, plainProgress, terminalProgress } from './progress.ts';
import { record } from './record.ts';
import type { RecordRequest } from './request.ts';
import { exitCodeOf, summaryText } from './summary-text.ts';

/** A recording as a command shows it. */
export interface RecordCommand extends RecordRequest {
  /** Not asked for leave. */
  readonly yes: boolean;
  /** The summary as JSON instead of words; everything else goes to standard error then. */
  readonly json: boolean;
  /** Whether lines may change where they stand. */
  readonly isTerminal: boolean;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Records, shows how it gets on, and says what came of it.
 *
 * @returns the exit code: 0 all is recorded, 1 something is not or was left behind, 130 ended by the caller.
 * @throws {UserError} the input is wrong; nothing was called.
 */
export async function recordFromCommandLine(command: RecordCommand): Promise<number> {
  const secrets = secretsOfEnvironment(command.environment);
  const tell = (text: string) => tellable(text, secrets);
  try {
    return await recordTelling(command, tell);
  } catch (error) {
    throw plainError(error, tell);
  }
}

/** @param tell takes out of a text what must not be shown */
async function recordTelling(command: RecordCommand, tell: (text: string) => string): Promise<number> {
  const { yes, json, isTerminal, out, err, signal } = command;
  const say = (line: string) => (json ? err : out)(`${visible(tell(line))}\n`);
  const totals = new Map<string, number>();
  let progress: Progress | undefined;
  const shown = () => {
    progress ??= isTerminal && !json ? terminalProgress(totals) : plainProgress(say);
    return progress;
  };
  const summary = await record(command, {
    print: say,
    confirm: async (question) => yes || ask(question, signal),
    begins: (planned) => {
      for (const [id, count] of planned) totals.set(id, count);
      shown();
    },
    progress: (done) => shown().done(visibleIn(inTexts(done, tell))),
    waiting: (line) => shown().waiting(visible(tell(line))),
    signal,
  });
  await progress?.end();
  if (json) out(`${JSON.stringify(inTexts(summary, tell), null, 2)}\n`);
  else if (!summary.nothingCalled) say(summaryText(summary, command.folder));
  return exitCodeOf(summary);
}
