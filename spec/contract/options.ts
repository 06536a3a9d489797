/** What a caller asks for besides the messages, after `ChatOptions` of Microsoft.Extensions.AI. */
import Type from 'typebox';
import { closedObject, discriminatedUnion, jsonObject } from './schema-helpers.ts';
import { Tool } from './tools.ts';

/** Whether the model may, must or must not call a tool. Source: M.E.AI `ChatToolMode`. */
export const ToolMode = discriminatedUnion('ToolMode', [
  closedObject('AutoToolMode', { type: Type.Literal('auto') }),
  closedObject('NoneToolMode', { type: Type.Literal('none') }),
  closedObject('RequiredToolMode', {
    type: Type.Literal('required'),
    functionName: Type.Optional(Type.String({ description: 'This function and no other.' })),
  }),
]);

/** How much the model should think before it answers. */
export const ReasoningOptions = closedObject('ReasoningOptions', {
  budgetTokens: Type.Optional(Type.Integer({ minimum: 1, description: 'Tokens it may spend on thinking.' })),
  effort: Type.Optional(Type.Enum(['low', 'medium', 'high'])),
});

/** The form of the answer. Source: M.E.AI `ChatResponseFormat`. */
export const ResponseFormat = discriminatedUnion('ResponseFormat', [
  closedObject('TextResponseFormat', { type: Type.Literal('text') }),
  closedObject('JsonResponseFormat', {
    type: Type.Literal('json'),
    schema: Type.Optional(jsonObject('JSON Schema of the answer; any JSON where absent.')),
    name: Type.Optional(Type.String({ minLength: 1, description: 'What the answer is, for the model.' })),
  }),
]);

export const ChatOptions = closedObject('ChatOptions', {
  modelId: Type.Optional(Type.String({ description: 'Instead of the model of the client’s settings.' })),
  instructions: Type.Optional(Type.String({ description: 'System instructions.' })),
  tools: Type.Optional(Type.Array(Tool)),
  toolMode: Type.Optional(ToolMode),
  allowMultipleToolCalls: Type.Optional(Type.Boolean()),
  maxOutputTokens: Type.Optional(Type.Integer({ minimum: 1 })),
  temperature: Type.Optional(Type.Number()),
  responseFormat: Type.Optional(ResponseFormat),
  stopSequences: Type.Optional(Type.Array(Type.String())),
  reasoning: Type.Optional(ReasoningOptions),
  conversationId: Type.Optional(
    Type.String({ description: 'The conversation to go on with, as a response named it.' }),
  ),
  store: Type.Optional(
    Type.Boolean({
      description:
        'Whether the provider keeps the conversation. False: nothing is kept, and opaque state travels with the messages. Absent: as the provider does by default.',
    }),
  ),
  rawRepresentation: Type.Optional(
    jsonObject(
      'Break-glass: a JSON Merge Patch (RFC 7396) over the provider’s request body, applied last. Data and not a callback, so that it can stand in a scenario and cross a process boundary.',
    ),
  ),
});

export type ToolMode = Type.Static<typeof ToolMode>;
export type ReasoningOptions = Type.Static<typeof ReasoningOptions>;
export type ResponseFormat = Type.Static<typeof ResponseFormat>;
export type ChatOptions = Type.Static<typeof ChatOptions>;
