import type { ProviderApi } from '../../matrix/model.ts';
import type { ClientSettings } from '../contract/index.ts';

/** One way to make a client. */
export interface Setup {
  /** What is tried, as the end of "where …": `the caller gives a token by a function`. */
  readonly what: string;
  readonly settings: ClientSettings;
  /** What the message must name where no client can be made so, for its reader to know what to change. */
  readonly names?: string;
  /** Variables of the environment while the client is made and used. */
  readonly environment?: Readonly<Record<string, string>>;
}

/**
 * The ways of one kind. Pure.
 *
 * @param usual what clients of this variant of the API are made with in replay
 */
export type SetupsOf = (usual: ClientSettings, column: ProviderApi) => readonly Setup[];

/** Stands in secrets that no message may repeat, and in variables that nothing may be taken from. */
export const mark = 'hush-hush';
