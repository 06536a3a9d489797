import type { Case } from '../engine/case.ts';
import type { Step, Trace } from '../engine/trace.ts';
import type { Finding, Level } from '../engine/verdict.ts';
import type { FactReading } from '../facts/fact.ts';
import type { EvidenceGrade } from '../verdicts/impact.ts';
import type { OptionPath, RemoteResource, RequestReading, WireReader } from '../wire/reader.ts';
import type { RequestRequirement } from '../wire/request-requirements.ts';
import type { Rule, Source } from '../wire/rules/rule.ts';
import type { WireSchemas } from '../wire/schemas/index.ts';

/** One client call with both readings of its answer: what the wire said, what the adapter said. */
export interface JudgedAnswer {
  readonly step: Step;
  /** Place of this step in the paths of findings: `steps[0]`. */
  readonly path: string;
  /** What the responses on the wire say. */
  readonly wire: FactReading;
  /** What the adapter returned says. */
  readonly adapter: FactReading;
}

/** The same with what was asked. */
export interface JudgedStep extends JudgedAnswer {
  /** What the requests on the wire ask, one per request that makes the model answer. */
  readonly requests: readonly RequestReading[];
}

/** All that a check may look at. */
export interface JudgeContext {
  readonly case: Case;
  readonly trace: Trace;
  readonly steps: readonly JudgedStep[];
  /** How this provider's requests say that a function failed. */
  readonly toolErrors?: WireReader['toolErrors'];
  /** Whether it has a member for why leave is given or refused. */
  readonly acceptsApprovalReason: boolean;
  /** What this provider API demands of a request besides what the caller said. */
  readonly demands: readonly RequestRequirement[];
  /** For what else the live service refuses a request. */
  readonly rules: readonly Rule[];
  /** The provider's own types of what goes over its wire. */
  readonly schemas?: WireSchemas | undefined;
  /** Options that this provider API has no member for. */
  readonly lacks: readonly OptionPath[];
  /** What the whole case made at the provider, with paths that begin at its step, or at the closing of the client. */
  readonly made: readonly RemoteResource[];
  /** The operation that ends at the provider what an aborted call began there, where closing the connection does not. */
  readonly cancels?: string | undefined;
  /** Members of tools that it has no member for, by the tool's type. */
  readonly unsupportedToolMembers: NonNullable<WireReader['unsupportedToolMembers']>;
  /** The same scenario in the other mode, where the adapter has both. */
  readonly sibling?: { readonly steps: readonly JudgedAnswer[] } | undefined;
}

/** What a check found; how grave that is, and why it may be said, stands in the table of impacts. */
export type Found = Omit<Finding, 'impact' | 'evidence'> & {
  /** Where the place that breaks a demand says more of it than the table. */
  readonly evidence?: EvidenceGrade;
};

/** What a check found. `compared: 0` means that it had nothing to look at: not applicable, never a pass. */
export interface CheckOutcome {
  readonly compared: number;
  readonly findings: readonly Found[];
}

/**
 * A demand on a trace. One check, one exported value, in the file of what it looks at. It holds for every provider API: what is
 * particular to one is the business of that API's wire reader.
 */
export interface Check {
  readonly id: string;
  readonly level: Level;
  /** What is demanded, as a sentence. */
  readonly title: string;
  /** Why it matters to an application. */
  readonly reason: string;
  readonly sources: readonly Source[];
  /** The kinds of case that it is about; where absent, every one but calls that their caller gives up. */
  readonly of?: readonly Case['kind'][];
  /** Whether it holds the two modes against each other: where the other cannot be played, it decides nothing. */
  readonly comparesModes?: true;
  readonly judge: (context: JudgeContext) => CheckOutcome;
}

/** Adds up the outcomes of parts. */
export function mergeOutcomes(outcomes: readonly CheckOutcome[]): CheckOutcome {
  return {
    compared: outcomes.reduce((total, o) => total + o.compared, 0),
    findings: outcomes.flatMap((o) => o.findings),
  };
}

/** Nothing to look at. */
export const notApplicable: CheckOutcome = { compared: 0, findings: [] };

/** The contract that every check leans on. */
export const contractSource: Source = {
  title: 'Microsoft.Extensions.AI abstractions: IChatClient, AITool, AIContent',
  url: 'https://learn.microsoft.com/dotnet/api/microsoft.extensions.ai',
};

/** Kinds of case in which a request is meant to be sent and answered. */
export const answeredKinds: readonly Case['kind'][] = ['scenario', 'declaration'];
