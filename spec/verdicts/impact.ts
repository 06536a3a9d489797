/** How grave a finding is, and why it may be said. */
import Type from 'typebox';

/**
 * What a finding does to a user, the worst first.
 *
 * - `breaks`: the conversation cannot be had, or goes wrong without a word: a call lost, a request that the service rejects, a hang.
 * - `rejects`: the library says, before it sends anything and by a clear error, that it cannot.
 * - `loses`: information of the answer or of the request is gone: a citation, a usage, a file, an option in silence.
 * - `differs`: said in another way; nothing is lost, and the service takes it. It fails nothing: it is a note.
 */
export const impacts = ['breaks', 'rejects', 'loses', 'differs'] as const;

/**
 * Why an expectation may be held against a library, the strongest first.
 *
 * - `live`: this project recorded it from the service.
 * - `traffic`: public recordings of the service show it.
 * - `documented`: the provider's documentation says so, or a public report quotes an error of the service.
 * - `types`: the official SDK's types alone.
 * - `inferred`: none of these yet.
 * - `contract`: this project's own contract asks for it, such as typed errors. It is outside the order, and no defect of a library
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

/** Adapters that this project wrote: they are held to what nothing confirms yet as well. The broken ones are made of them. */
export const ownImplementations: ReadonlySet<string> = new Set(['reference', 'python-example']);

/** Whether evidence may accuse a library that this project did not write. Types alone accuse nobody. */
export const isConfirmed = (grade: EvidenceGrade): boolean => grade !== 'types' && grade !== 'inferred';
