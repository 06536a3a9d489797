/** The generated suite of a program without a folder in `adapters/`. `atc run --command` alone starts it: it says which program. */
import { inject } from 'vitest';
import { describeConformance } from '../conformance.ts';
import { adapterOf, knownIssuesFor, type Program } from './external-adapter.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** What `atc run --command` judges. */
    program?: Program;
  }
}

const program = inject('program');
if (!program) throw new Error('no program to test: use atc run --command');
const show = (line: string) => void process.stderr.write(`${line}\n`);

for (const providerApi of program.providerApis) {
  await describeConformance({
    implementation: program.implementation,
    providerApi,
    load: async () => adapterOf(program, providerApi, show),
    knownIssues: {},
    ...knownIssuesFor(program.folder, providerApi),
    startedBy: program.startedBy,
    ...(program.showsMessages ? { onCase: (id: string) => show(`— ${id}`) } : {}),
  });
}
