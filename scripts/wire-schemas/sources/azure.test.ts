import { beforeAll, describe, expect, it } from 'vitest';
import { isNightly } from '../../../lib/nightly-tests.ts';
import { definitionsFromAzure } from './azure.ts';

let definitions: Awaited<ReturnType<typeof definitionsFromAzure>>;

const membersOf = (name: string) => definitions[name]?.properties as Record<string, object>;

/** To read the types takes seconds: by day `npm run schemas -- --check` does, of some sources. */
describe.runIf(isNightly)('definitions from an SDK of Azure', () => {
  beforeAll(async () => {
    definitions = await definitionsFromAzure({
      package: '@azure/ai-agents',
      models: 'dist/esm/models/models',
      types: ['ThreadRun', 'ToolDefinitionUnion'],
      bodies: {
        CreateThread: {
          operations: 'dist/esm/api/threads/operations',
          send: '_createThreadSend',
          options: ['dist/esm/api/threads/options', 'ThreadsCreateThreadOptionalParams'],
          parameters: {},
        },
      },
    });
  });

  it('name members as the wire does, not as the types do', () => {
    expect(Object.keys(membersOf('ThreadRun'))).toEqual(expect.arrayContaining(['thread_id', 'last_error']));
    expect(Object.keys(membersOf('ThreadRun')).filter((name) => /[A-Z]/.test(name))).toEqual([]);
    expect(definitions.ThreadRun?.required).toContain('thread_id');
  });

  it('have seconds where the types have a date', () => {
    expect(membersOf('ThreadRun').created_at).toEqual({ type: 'number' });
  });

  it('leave out the type that all of a union share: anything would fit it', () => {
    const branches = definitions.ToolDefinitionUnion?.anyOf;
    expect(branches).toContainEqual({ $ref: '#/$defs/FunctionToolDefinition' });
    expect(branches).not.toContainEqual({ $ref: '#/$defs/ToolDefinition' });
  });

  it('put the body of an operation together as the SDK does', () => {
    expect(Object.keys(membersOf('CreateThread'))).toEqual(['messages', 'tool_resources', 'metadata']);
  });
});
