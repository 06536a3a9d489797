/** What the claims of all provider APIs share; docs/known-issues.md says how they are played. */
import { generateText, jsonSchema, streamText, tool } from 'ai';

const withDefaults = (options) => ({ ...(options.messages ? {} : { prompt: 'Hi' }), maxRetries: 0, ...options });

/** An answer as streamText() gives it. */
export const stream = (options) => streamText({ onError: () => {}, ...withDefaults(options) });

/** What an answer came to, whole or streamed. */
export async function ask(options, mode = 'complete') {
  const { finalStep } = mode === 'stream' ? stream(options) : await generateText(withDefaults(options));
  return finalStep;
}

/** All parts of a streamed answer. */
export const partsOf = (options) => Array.fromAsync(stream(options).stream);

/** The text of a streamed answer. */
export async function textOf(options) {
  const parts = await partsOf(options);
  return parts.map((part) => (part.type === 'text-delta' ? part.text : '')).join('');
}

/** How a stream ends: for which reason, or by an error, for which there is none. */
export async function endsOf(options) {
  const parts = await partsOf(options);
  return parts.filter(({ type }) => type === 'error' || type === 'finish').map(({ finishReason }) => finishReason);
}

/** The errors of one request: those that a stream tells, and what is thrown. */
export async function errorsOf(options, mode = 'stream') {
  const errors = [];
  try {
    if (mode === 'complete') await ask(options);
    else for await (const { type, error } of stream(options).stream) if (type === 'error') errors.push(error);
  } catch (error) {
    errors.push(error);
  }
  return errors;
}

/** Sends a request, of which it does not matter what is answered. */
export const send = (options, mode = 'complete') => errorsOf(options, mode);

/** Asks, and sends the answer back with another question. @returns what was answered first */
export async function askTwice(options, mode) {
  const messages = [{ role: 'user', content: 'Hi' }];
  const first = await ask({ ...options, messages }, mode);
  await send({ ...options, messages: [...messages, ...first.response.messages, ...messages] }, mode);
  return first;
}

/** A conversation in which a function was called, and what it gave. */
export const called = (call, output, input = {}) => [
  { role: 'user', content: 'Hi' },
  { role: 'assistant', content: [{ type: 'tool-call', ...call, input }] },
  { role: 'tool', content: [{ type: 'tool-result', ...call, output }] },
];

/** A conversation that begins with a file. */
export const withFiles = (...content) => [
  { role: 'user', content: content.map((file) => ({ type: 'file', ...file })) },
];

/** A conversation with a thought that has no signature. */
export const withThought = (text) => [
  { role: 'user', content: 'Hi' },
  {
    role: 'assistant',
    content: [
      { type: 'reasoning', text },
      { type: 'text', text: 'Hello.' },
    ],
  },
  { role: 'user', content: 'Go on.' },
];

/** Functions by their names. */
export const functions = (names, schema = { type: 'object', properties: {} }) =>
  Object.fromEntries(names.map((name) => [name, tool({ inputSchema: jsonSchema(schema) })]));

/** One has no name that a provider takes, the other a schema of no object. */
export const unusableTools = { ...functions(['no name at all!']), ...functions(['no_object'], { type: 'string' }) };
