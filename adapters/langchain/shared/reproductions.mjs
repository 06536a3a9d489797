/** What the claims of all provider APIs share; docs/known-issues.md says how they are played. */
import { createServer } from 'node:http';
import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import { concat } from '@langchain/core/utils/stream';

/** A streamed answer as one message. */
export async function streamed(stream) {
  let whole;
  for await (const chunk of await stream) whole = whole ? concat(whole, chunk) : chunk;
  return whole;
}

/** An answer, whole or streamed. */
export const ask = async (model, mode, input = 'Hello.') =>
  mode === 'stream' ? streamed(model.stream(input)) : model.invoke(input);

/** What was sent, if anything is: a request may still be on its way. */
export async function arrived(requests) {
  for (let turns = 0; turns < 200 && requests.length === 0; turns++) await new Promise((turn) => setTimeout(turn, 5));
  return requests;
}

/** Type and text of an answer: a list is a stream of events, a text a page, anything else is JSON. */
function bodyOf(answer) {
  if (typeof answer === 'string') return ['text/html', answer];
  if (!Array.isArray(answer)) return ['application/json', JSON.stringify(answer)];
  const events = answer.map(
    (event) => `${event.type ? `event: ${event.type}\n` : ''}data: ${JSON.stringify(event)}\n\n`,
  );
  return ['text/event-stream', events.join('')];
}

/** A fetch that gets the same answer to whatever is asked. */
export function fetching(answer) {
  const [type, body] = bodyOf(answer);
  return async () => new Response(body, { headers: { 'content-type': type } });
}

/** The base URL of a server that answers whatever it is asked alike. It keeps no program from ending. */
export async function serve(answer, { status = 200, requests = [], ...headers } = {}) {
  const [type, body] = bodyOf(answer);
  const server = createServer(async (request, response) => {
    requests.push((await request.setEncoding('utf8').toArray()).join(''));
    response.writeHead(status, { 'content-type': type, ...headers }).end(body);
  });
  server.on('connection', (socket) => socket.unref());
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  return `http://127.0.0.1:${server.unref().address().port}`;
}

/** A fetch, and the texts of all that it got. */
export function listener() {
  const came = [];
  const listening = async (...asked) => {
    const response = await fetch(...asked);
    came.push(response.clone().text());
    return response;
  };
  return { came, listening };
}

/** What is thrown while some call runs and nobody can catch. The call itself may fail. */
export async function unhandled(call) {
  const reasons = [];
  const heed = (reason) => reasons.push(reason);
  process.on('unhandledRejection', heed);
  await call().catch(() => {});
  await new Promise(setImmediate);
  process.off('unhandledRejection', heed);
  return reasons;
}

/** A question, the call of a function for it, and what comes behind it. */
export const called = (id, behind, content = '') => [
  new HumanMessage('How is the weather?'),
  new AIMessage({ content, tool_calls: [{ type: 'tool_call', id, name: 'get_weather', args: {} }] }),
  ...behind,
];

/** What a function gave, or why it failed. */
export const result = (tool_call_id, content, status = 'success') =>
  new ToolMessage({ tool_call_id, name: 'get_weather', content, status });
