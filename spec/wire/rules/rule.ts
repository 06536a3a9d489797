/** What the live service refuses though every member has the right type: order, pairs, names, dialects, versions. */

import type { JsonObject } from '../../../lib/canonical-json.ts';
import type { Exchange } from '../../../recordings/format/exchange.ts';
import type { EvidenceGrade } from '../../verdicts/impact.ts';

/** Where a demand comes from; public, so that an adapter's author can read it up. */
export interface Source {
  readonly title: string;
  readonly url?: string;
}

/** Why it may be said that a service rejects something. */
export interface RuleEvidence extends Source {
  readonly grade: EvidenceGrade;
}

/** One request, with what went over the wire before it. */
export interface Asked {
  readonly exchange: Exchange;
  /** Its JSON body; empty where it has none. */
  readonly body: JsonObject;
  /** Every exchange of the conversation before it, in order: what the provider may have kept. */
  readonly earlier: readonly Exchange[];
}

/** Where a request breaks a rule, and how. */
export interface RuleViolation {
  /** Place below the request: `body.messages[2].content[0].tool_use_id`, `headers.anthropic-beta`, `url`. */
  readonly path: string;
  /** What stands there, where that helps. */
  readonly value?: unknown;
  /** What is wrong with it, as a sentence that is understood alone. */
  readonly message: string;
}

/** What came of a rule: how many places it looked at, and which of them break it. */
export interface RuleOutcome {
  readonly compared: number;
  readonly breaches: readonly RuleViolation[];
}

/**
 * A rule of one provider API: what the service demands of a request beyond its schema. A recording answers a request that
 * breaks it; the service does not. A rule only refuses what the service refuses: real requests that were answered must keep it.
 */
export interface Rule {
  /** Unique within its column, lower case with dashes: `tool-names`. */
  readonly id: string;
  /** What is demanded, as a sentence. */
  readonly what: string;
  readonly evidence: RuleEvidence;
  /** Looks at one request. Never throws, whatever the request is. */
  readonly judge: (asked: Asked) => RuleOutcome;
}

/** A rule over places of a request: `placesOf` finds what it is about, `wrong` says what is wrong with one. */
export function defineRule<T>({
  placesOf,
  wrong,
  ...rule
}: Pick<Rule, 'id' | 'what' | 'evidence'> & {
  readonly placesOf: (asked: Asked) => readonly { readonly path: string; readonly value: T }[];
  /** A sentence, or `undefined` where the place keeps the rule. */
  readonly wrong: (value: T, asked: Asked) => string | undefined;
}): Rule {
  return {
    ...rule,
    judge: (asked) => {
      const places = placesOf(asked);
      const breaches = places.flatMap(({ path, value }) => {
        const message = wrong(value, asked);
        return message === undefined ? [] : [{ path, value, message }];
      });
      return { compared: places.length, breaches };
    },
  };
}
