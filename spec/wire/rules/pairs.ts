import type { Source } from '../source.ts';
import type { Asked, Breach, Rule } from './rule.ts';

/** A call or an answer as a request tells it. */
export interface Half {
  readonly id: unknown;
  readonly path: string;
  /** The message or turn that it stands in, counted from zero. */
  readonly turn: number;
}

/** What a request tells of calls and their answers. */
export interface Pairs {
  readonly calls: readonly Half[];
  readonly answers: readonly Half[];
  /** Number of turns; a call in the last one needs no answer yet. */
  readonly turns: number;
}

/**
 * Every call is answered once, in the turn after it, and nothing is answered that was not called.
 *
 * `answeredWithin` is how many turns later an answer may come; 1 unless told.
 */
export const callsAreAnswered = ({
  id = 'calls-answered',
  pairsIn,
  source,
  answeredWithin = 1,
}: {
  readonly id?: string;
  readonly pairsIn: (asked: Asked) => Pairs;
  readonly source: Source;
  readonly answeredWithin?: number;
}): Rule => ({
  id,
  what: 'Every call is answered once, at once, and nothing is answered that was not called.',
  source,
  judge: (asked) => {
    const { calls, answers, turns } = pairsIn(asked);
    const isInTime = (call: Half, answer: Half) =>
      answer.id === call.id && answer.turn > call.turn && answer.turn <= call.turn + answeredWithin;
    const breaches: Breach[] = [];
    for (const call of calls) {
      if (call.turn >= turns - 1) continue;
      const found = answers.filter((answer) => isInTime(call, answer)).length;
      if (found === 1) continue;
      const message = `the call ${JSON.stringify(call.id)} is answered ${found === 0 ? 'nowhere' : `${found} times`} in what follows it`;
      breaches.push({ path: call.path, value: call.id, message });
    }
    for (const answer of answers) {
      if (calls.some((call) => isInTime(call, answer))) continue;
      const message = `${JSON.stringify(answer.id)} is answered, and what comes right before does not call it`;
      breaches.push({ path: answer.path, value: answer.id, message });
    }
    return { compared: calls.length + answers.length, breaches };
  },
});
