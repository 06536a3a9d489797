import { describe, expect, it } from 'vitest';
import { definitionsFromSmithy } from './bedrock.ts';

const runtime = await definitionsFromSmithy('@aws-sdk/client-bedrock-runtime');
const agents = await definitionsFromSmithy('@aws-sdk/client-bedrock-agent-runtime');

describe('definitions from the schemas of an SDK of AWS', () => {
  it('hold the members of a body, and those that it needs, without what stands in the path', () => {
    expect(runtime.ConverseRequest).toMatchObject({ properties: { messages: { type: 'array' } } });
    expect(Object.keys(runtime.ConverseRequest?.properties ?? {})).not.toContain('modelId');
    expect(runtime.ConverseRequest).not.toHaveProperty('required');
    expect(runtime.ConverseResponse?.required).toEqual(['output', 'stopReason', 'usage', 'metrics']);
  });

  it('leave out what travels as a header', () => {
    expect(Object.keys(agents.InvokeAgentRequest?.properties ?? {})).not.toContain('sourceArn');
  });

  it('say what a text may be, as the types of the SDK do', () => {
    const { stopReason } = (runtime.ConverseResponse?.properties ?? {}) as { stopReason?: { enum: string[] } };
    expect(stopReason?.enum).toContain('model_context_window_exceeded');
    expect(agents.ParameterDetail).toMatchObject({ properties: { type: { enum: expect.arrayContaining(['array']) } } });
  });

  it('have a branch of one member for each of a union', () => {
    const { anyOf } = runtime.ConverseStreamOutput as { anyOf: { required: string[] }[] };
    expect(anyOf.map(({ required }) => required)).toContainEqual(['throttlingException']);
    expect(anyOf.every(({ required }) => required.length === 1)).toBe(true);
  });

  it('take a document as it is', () => {
    expect(runtime.ToolInputSchema).toMatchObject({ anyOf: [{ properties: { json: {} } }] });
  });

  it('know every kind of schema there is, in all SDKs that are read', async () => {
    await expect(definitionsFromSmithy('@aws-sdk/client-bedrock-agent')).resolves.toHaveProperty('ServiceError');
  });
});
