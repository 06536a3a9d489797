import type { ProviderApiId } from '../../matrix/ids.ts';
import type { RefusedSetting, Scenario, Subject } from '../scenarios/schema.ts';
import type { Mode } from './trace.ts';

/** Who is tested: enough to name it, without loading its code. */
export interface AdapterIdentity {
  /** `<implementation>-<provider API>`. */
  readonly id: string;
  readonly implementation: string;
  readonly providerApi: ProviderApiId;
}

/** Names the adapter of an implementation for a provider API. */
export function adapterId(implementation: string, providerApi: string): string {
  return `${implementation}-${providerApi}`;
}

/**
 * One run of one scenario through one adapter. A `refusal` case asks for a tool that the provider API lacks, or for a setting
 * that it cannot be told: the adapter must refuse before it sends anything. A `declaration` case declares a tool of which only
 * that is known: how it is called, and what comes of it, is nobody's to pretend. In an `abort` case the caller gives the call up.
 */
export interface Case {
  /** `<adapter>/<tool>/<scenario>/<mode>` */
  readonly id: string;
  readonly kind: 'scenario' | 'refusal' | 'declaration' | 'abort';
  readonly adapter: AdapterIdentity;
  /** The matrix row, or what else the scenario is about. */
  readonly tool: Subject;
  readonly scenario: Scenario;
  readonly mode: Mode;
  /** Of a `refusal` case: the error, and what it names; absent where the provider API lacks the tool. */
  readonly refusedBy?: Pick<RefusedSetting, 'error' | 'names'> | undefined;
}
