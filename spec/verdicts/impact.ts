/** Impact and evidence of a finding. */
import Type from 'typebox';

/**
 * Impact of a finding on a user, the worst first.
 *
 * - `breaks`: the conversation fails, or goes wrong silently: a lost call, a request that the service rejects, a hang.
 * - `rejects`: the library throws a clear error before it sends anything.
 * - `loses`: information of the response or the request is lost: a citation, a usage, a file, an option without a warning.
 * - `differs`: another form without a loss, which the service accepts. It is a note and fails nothing.
 */
export const impacts = ['breaks', 'rejects', 'loses', 'differs'] as const;

/**
 * Evidence for an expectation of a library, the strongest first.
 *
 * - `live`: this project recorded it from the service.
 * - `traffic`: public recordings of the service show it.
 * - `documented`: the provider's documentation states it, or a public report quotes an error of the service.
 * - `types`: the official SDK's types alone.
 * - `inferred`: none of these yet.
 * - `contract`: this project's own contract requires it, such as typed errors. It is outside the order, and not a defect of a library
 *   that never promised it.
 */
export const evidenceGrades = ['live', 'traffic', 'documented', 'types', 'inferred', 'contract'] as const;

export const Impact = Type.Enum([...impacts], { title: 'Impact' });
export const EvidenceGrade = Type.Enum([...evidenceGrades], { title: 'EvidenceGrade' });

export type Impact = (typeof impacts)[number];
export type EvidenceGrade = (typeof evidenceGrades)[number];

/** For `sort`: the worst impact first. */
export const byImpact = (a: Impact, b: Impact): number => impacts.indexOf(a) - impacts.indexOf(b);

/** For `sort`: the strongest evidence first. `contract`, which is outside the order, comes last. */
export const byEvidence = (a: EvidenceGrade, b: EvidenceGrade): number =>
  evidenceGrades.indexOf(a) - evidenceGrades.indexOf(b);

/** Adapters of this project. Unconfirmed expectations apply to them as well. Broken adapters are built from them. */
export const ownImplementations: ReadonlySet<string> = new Set(['reference', 'python-example']);

/** True if the evidence is enough for a known issue of another library. Types alone are not. */
export const isConfirmed = (grade: EvidenceGrade): boolean => grade !== 'types' && grade !== 'inferred';
