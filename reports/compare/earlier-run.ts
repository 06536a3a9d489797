import type { CaseResult, ListedException, Results } from '../../spec/results/schema.ts';

/** A case as a comparison needs it of the run before: results of another revision may say no more. */
export type EarlierCase = Pick<
  CaseResult,
  'id' | 'kind' | 'adapter' | 'implementation' | 'providerApi' | 'tool' | 'scenario' | 'mode' | 'verdict' | 'evidence'
> & {
  readonly reason?: string | undefined;
  readonly exception?: string | undefined;
  readonly replay: string;
};

/** An exception, in the members that are compared or shown. */
export type ComparedException = Pick<
  ListedException,
  | 'implementation'
  | 'cases'
  | 'verdict'
  | 'checks'
  | 'reason'
  | 'source'
  | 'reproduction'
  | 'since'
  | 'until'
  | 'place'
  | 'untilPlace'
>;

/** A run that another one is compared with: whole results, or what another revision's code reports of itself. */
export interface EarlierRun {
  readonly run: Pick<Results['run'], 'asOf' | 'selection' | 'thorough'> & {
    readonly adapters: readonly Pick<Results['run']['adapters'][number], 'id' | 'implementation' | 'providerApi'>[];
    readonly exceptions?: readonly ComparedException[] | undefined;
  };
  /** Rows and columns of the availability table, with the claim of each cell. */
  readonly matrix: unknown;
  readonly cases: readonly EarlierCase[];
  readonly problems: Results['problems'];
}
