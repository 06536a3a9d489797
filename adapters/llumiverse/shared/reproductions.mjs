/** What the claims of all provider APIs share; docs/known-issues.md says how they are played. */
import { createServer } from 'node:http';

export const hello = [{ role: 'user', content: 'Hello.' }];

/** What a driver makes of an answer, whole or streamed. */
export async function completionOf(driver, mode, options, said = hello) {
  if (mode === 'complete') return driver.execute(said, options);
  const stream = await driver.stream(said, options);
  for await (const _ of stream);
  return stream.completion;
}

/** A file as a driver takes it. */
export const fileOf = (name, mime_type, text) => ({
  name,
  mime_type,
  getStream: async () => new Blob([text]).stream(),
});

/** Asks with each of two functions that no provider takes, one for its name, the other for its parameters. */
export async function askWithUnusableFunctions(driver, options) {
  const named = { name: 'get weather!', input_schema: { type: 'object', properties: {} } };
  const typed = { name: 'get_weather', input_schema: { type: 'string' } };
  for (const tool of [named, typed]) await driver.execute(hello, { ...options, tools: [tool] }).catch(() => {});
}

/** The headers that OpenAI's SDK sends where the environment holds settings of somebody else. */
export async function headersSent(driverAt, options) {
  const sent = [];
  const server = createServer((request, response) => {
    sent.push(request.headers);
    response.writeHead(400).end();
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  process.env.OPENAI_CUSTOM_HEADERS = 'x-somebody: else';
  process.env.OPENAI_ORG_ID = 'of-somebody-else';
  await driverAt(`http://127.0.0.1:${server.address().port}`)
    .execute(hello, options)
    .catch(() => {});
  server.close();
  return sent[0];
}
