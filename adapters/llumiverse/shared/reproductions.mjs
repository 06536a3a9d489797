/** What the claims of all provider APIs share; docs/known-issues.md says how they run. */

export const hello = [{ role: 'user', content: 'Hello.' }];

/** The completion of a driver, of `execute` or at the end of `stream`. */
export async function completionOf(driver, mode, options, prompt = hello) {
  if (mode === 'complete') return driver.execute(prompt, options);
  const stream = await driver.stream(prompt, options);
  for await (const _ of stream);
  return stream.completion;
}

/** What a driver yields while it streams. */
export async function chunksOf(driver, options) {
  const chunks = [];
  for await (const chunk of await driver.stream(hello, options)) chunks.push(chunk);
  if (chunks.length === 0) throw new Error('the stream yielded nothing');
  return chunks;
}

/** The names of all members of a value, at any depth. */
export const namesIn = (value) =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, member]) => [name, ...namesIn(member)])
    : [];

/** Results that are reasoning, with what they have besides their text. */
export const reasoningIn = ({ result }) =>
  result.filter(({ type }) => type === 'thoughts').map(({ type, value, ...others }) => ({ text: value, others }));

/** A file as a driver takes it. */
export const fileOf = (name, mime_type, text) => ({
  name,
  mime_type,
  getStream: async () => new Blob([text]).stream(),
});

/** Sends each of two functions that no provider takes, one for its name, the other for its parameters. */
export async function sendUnusableFunctions(driver, options) {
  const named = { name: 'get weather!', input_schema: { type: 'object', properties: {} } };
  const typed = { name: 'get_weather', input_schema: { type: 'string' } };
  for (const tool of [named, typed]) await driver.execute(hello, { ...options, tools: [tool] }).catch(() => {});
}

/** A schema of the result, which asks for JSON as the format of the response. */
export const resultSchema = {
  type: 'object',
  properties: { sky: { type: 'string' } },
  required: ['sky'],
  additionalProperties: false,
};
