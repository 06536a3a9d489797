/**
 * Makes something while a variable of the environment is not set.
 *
 * SDKs add the headers that a variable names (`ANTHROPIC_CUSTOM_HEADERS`, `OPENAI_CUSTOM_HEADERS`) to every client, over the
 * caller's credentials, and no option stops them. They read it in the constructor, which is over before anyone else runs.
 */
export function withoutVariable<T>(name: string, make: () => T): T {
  const value = process.env[name];
  if (value === undefined) return make();
  delete process.env[name];
  try {
    return make();
  } finally {
    process.env[name] = value;
  }
}
