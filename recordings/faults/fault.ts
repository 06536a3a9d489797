import type { HttpResponse } from '../format/exchange.ts';

/** Something that goes wrong with one answer on its way. */
export interface Fault {
  /** The kinds of what it tries; a fault of kinds that were all tried before is not worth a trial. */
  readonly covers: readonly string[];
  /** Finer kinds of the same, which count in their place where a case is run whole. */
  readonly details?: readonly string[];
  /** The same with only those of its kinds that were not tried before; absent where it cannot be done in parts. */
  readonly only?: (untried: ReadonlySet<string>) => Fault;
  /** What was done, as the end of "where …": `content[0].text is null`. */
  readonly what: string;
  /** The answer as it arrives; `nothing` never does. @throws whatever the network throws, where it fails. */
  readonly arrives: () => HttpResponse | 'nothing';
  /**
   * It changes nothing of what is said: what the adapter returned is held against the answer as it was recorded. What it adds bears names
   * of news, and whoever passes that on is right as well.
   */
  readonly asRecorded?: true;
  /** The same with less of it, to find the least that fails where this one does. */
  readonly smaller?: () => readonly Fault[];
  /** It comes before the recorded answer, which the same request gets when it is sent again: so often. */
  readonly first?: {
    readonly times: number;
    /** Milliseconds that it says to wait. */
    readonly wait?: number;
    /** To send the request again makes no sense, or is too late. */
    readonly isInVain?: true;
  };
  /** Time that the caller allows, in milliseconds, where it shall run out. */
  readonly timeout?: number;
}

/** The faults of one kind that an answer of an operation of a provider API can have. Pure. */
export type FaultsOf = (response: HttpResponse, operation: string, providerApi?: string) => readonly Fault[];

/**
 * The kinds of a fault that may happen to every operation in the same ways: each operation is tried once, and each way; in a stream once
 * more.
 */
export const kindsApart = (operation: string, way: string, isStream = false): Pick<Fault, 'covers' | 'details'> => ({
  covers: [operation, way, ...(isStream ? [`${way}, a stream`] : [])],
  details: [`${operation} ${way}`],
});
