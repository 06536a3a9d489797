import type { HttpResponse } from '../format/exchange.ts';

/** Something that goes wrong with one answer on its way. */
export interface Fault {
  /** What it tries; a fault that tries nothing that another has not tried is not worth a play. */
  readonly covers: readonly string[];
  /** The same with that alone of what it covers which nobody has tried; absent where it cannot be done in parts. */
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
