import { processAdapter } from 'agent-tools-conformance/process';
import { describeConformance } from 'agent-tools-conformance/vitest';

await describeConformance({
  adapter: processAdapter({
    id: '__name__-__wire__',
    implementation: '__name__',
    providerApi: '__wire__',
    program: '__program__',
    arguments: __arguments__,
    folder: import.meta.dirname,
    // The program has these variables, PATH and no others.
    environment: __environment__,
    prerequisite: '__prerequisite__',
  }),
  tools: ['function-calling'],
  tiers: ['core'],
});
