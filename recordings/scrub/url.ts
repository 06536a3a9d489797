import { type NameRule, parameterRules } from './name-rules.ts';

/** Names that are looked up are few, and come again with every request; those of a hostile client are forgotten again. */
const rememberedNames = 500;

/** Finds the first rule that is about something; case does not matter, and `*` in a name stands for any characters. */
export function ruleFinder(rules: readonly NameRule[]): (name: string, value: string) => NameRule | undefined {
  const escaped = (name: string) => name.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  const compiled = rules.map((rule) => ({
    rule,
    pattern: new RegExp(`^(?:${rule.names.map(escaped).join('|')})$`, 'is'),
  }));
  const found = new Map<string, readonly NameRule[]>();
  return (name, value) => {
    const naming = found.get(name) ?? compiled.filter(({ pattern }) => pattern.test(name)).map(({ rule }) => rule);
    if (found.size >= rememberedNames) found.clear();
    found.set(name, naming);
    return naming.find(({ values }) => values?.includes(value) ?? true);
  };
}

const parameterRule = ruleFinder(parameterRules);

/** `a=1&key=secret` without the secrets; what is none keeps its spelling. */
export function scrubParameters(query: string): string {
  return query
    .split('&')
    .map((pair) => {
      const equals = pair.indexOf('=');
      if (equals < 0 || equals === pair.length - 1) return pair;
      const rule = parameterRule(decoded(pair.slice(0, equals)), pair.slice(equals + 1));
      return rule ? `${pair.slice(0, equals)}=${rule.becomes}` : pair;
    })
    .join('&');
}

/** A URL without credentials: neither `user:password@` nor a key in its query or fragment. */
export function scrubUrl(url: string): string {
  const anonymous = url.replace(/^([a-z]+:\/\/)[^/?#]*@/i, '$1');
  const [, base = '', query, fragment] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(anonymous) ?? [];
  return base + [query, fragment].map((part) => (part ? part[0] + scrubParameters(part.slice(1)) : '')).join('');
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return name;
  }
}
