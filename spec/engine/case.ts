import type { JsonObject } from '../../lib/canonical-json.ts';
import type { ProviderApiId } from '../../matrix/ids.ts';
import type { SetupKind } from '../client-setups/client-setups.ts';
import type { FaultKind } from '../faults/fault-kinds.ts';
import type { DeclarationSet, RejectedSetting, Scenario, ScenarioSubject } from '../scenarios/schema.ts';
import type { Mode } from './trace.ts';

/** Arguments that a schema accepts, and does not accept. */
export type SchemaExamples = { readonly [Which in 'valid' | 'invalid']: readonly JsonObject[] | undefined };

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

/** The adapter of an implementation for a provider API. */
export const adapterIdentity = (implementation: string, providerApi: ProviderApiId): AdapterIdentity => ({
  id: adapterId(implementation, providerApi),
  implementation,
  providerApi,
});

/**
 * One run of one scenario through one adapter. A `refusal` case asks for a tool that the provider API lacks, for a setting
 * that it cannot be told, or says what it has no words for: the adapter must refuse before it sends anything. A `declaration`
 * case declares a tool of which only that is known: how it is called, and what comes of it, is nobody's to pretend. In an `abort`
 * case the caller gives the call up. A `fault` case plays conversations whose answers something happens to on their way. A
 * `setup` case plays one with clients that are made in other ways.
 */
export interface Case {
  /** `<adapter>/<tool>/<scenario>/<mode>` */
  readonly id: string;
  readonly kind: 'scenario' | 'rejection' | 'declaration' | 'abort' | 'fault' | 'client-setup';
  readonly adapter: AdapterIdentity;
  /** The matrix row, or what else the scenario is about. */
  readonly tool: ScenarioSubject;
  readonly scenario: Scenario;
  readonly mode: Mode;
  /** Where something is refused: the error, and what it names; absent where the provider API lacks the tool. */
  readonly refusedBy?:
    | { readonly error: RejectedSetting['error'] | 'ProviderError' | 'TypeError'; readonly names?: string | undefined }
    | undefined;
  /** Of a `declaration` case with several: each is sent alone. */
  readonly declared?: DeclarationSet;
  /** Of each of its tools, arguments by which its schema is compared. */
  readonly examples?: readonly SchemaExamples[];
  /** Of a `fault` case. */
  readonly fault?: {
    /** What happens to answers. */
    readonly family: FaultKind;
    /** The conversations whose answers it happens to. */
    readonly over: readonly Case[];
    /** Conversations of the tools before its own: kinds of faults that their answers can have are tried there. */
    readonly elsewhere: readonly Case[];
  };
  /** Of a `setup` case. */
  readonly setup?: {
    /** How clients are made. */
    readonly family: SetupKind;
    /** A conversation of every variant of the API. */
    readonly over: readonly Case[];
    /** The variants of the API that it is tried on, where it is tried with each tool. */
    readonly surfaces?: readonly string[];
  };
}
