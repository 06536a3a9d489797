/** The gate as the command line has it. */

import { demandKnown } from '../../files/demand-known.ts';
import { UserError } from '../../files/user-error.ts';
import { visibleIn } from '../../files/visible.ts';
import { type NewFile, writeFilesAtomic } from '../../files/write-atomic.ts';
import { annotationsOf } from '../../reports/gate/annotations.ts';
import { junitOf } from '../../reports/gate/junit.ts';
import { gateMarkdown } from '../../reports/gate/markdown.ts';
import { rules } from '../../reports/gate/rules.ts';
import { sarifOf } from '../../reports/gate/sarif.ts';
import { gateText } from '../../reports/gate/text.ts';
import { colours } from '../colours.ts';
import { type GateOutcome, type GateRun, runGate } from './gate.ts';

/** What was typed. */
export interface GateCommand extends Omit<GateRun, 'out' | 'tell' | 'signal'> {
  /** Where the run is written that is made. */
  readonly folder: string;
  readonly markdown?: string | undefined;
  readonly junit?: string | undefined;
  readonly sarif?: string | undefined;
  readonly annotations: boolean;
  readonly json: boolean;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** Ended by Ctrl-C. */
const ended = 130;

/**
 * Runs the gate, and writes and prints what it decided.
 *
 * @returns the exit code
 * @throws {UserError} base, run or an option is wrong, or a file cannot be written.
 */
export async function gateFromCommandLine(command: GateCommand): Promise<number> {
  for (const id of command.accepted) demandAcceptable(id);
  const ending = new AbortController();
  const end = () => ending.abort();
  // The second one is the system's own: it ends the process.
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.once(signal, end);
  try {
    const { folder, out, err } = command;
    const tell = (line: string) => err(`${line}\n`);
    const outcome = await runGate({ ...command, out: folder, signal: ending.signal, tell });
    await writeFilesAtomic(filesOf(outcome, command));
    const { decision } = outcome;
    out(command.json ? `${JSON.stringify(visibleIn(decision), null, 2)}\n` : `${gateText(decision, colours)}\n`);
    // Where standard output is JSON, the runner reads the other one as well.
    if (command.annotations) (command.json ? err : out)(annotationsOf(decision));
    return decision.passes ? 0 : 1;
  } catch (error) {
    if (!ending.signal.aborted) throw error;
    command.err('ended; nothing was decided\n');
    return ended;
  } finally {
    for (const signal of signals) process.off(signal, end);
  }
}

function demandAcceptable(id: string): void {
  demandKnown(
    'rule',
    id,
    rules.map((rule) => rule.id),
  );
  if (rules.some((rule) => rule.id === id && rule.acceptable)) return;
  const known = rules.filter((rule) => rule.acceptable).map((rule) => rule.id);
  throw new UserError(`what the rule "${id}" finds cannot be accepted`, {
    hint: `rules that can: ${known.join(', ')}; what fails is listed in exceptions.yaml, with reason, source and last day`,
  });
}

function filesOf({ decision, results }: GateOutcome, { markdown, junit, sarif }: GateCommand): NewFile[] {
  return [
    ...(markdown === undefined ? [] : [{ path: markdown, content: gateMarkdown(decision) }]),
    ...(junit === undefined ? [] : [{ path: junit, content: junitOf(decision, results) }]),
    ...(sarif === undefined ? [] : [{ path: sarif, content: sarifOf(decision) }]),
  ];
}
