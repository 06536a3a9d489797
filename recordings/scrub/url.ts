import { type NameRule, parameterRules } from './rules.ts';

/** True when a rule names it; `*` stands for any characters. */
export function isNamed({ names }: NameRule, name: string): boolean {
  const lower = name.toLowerCase();
  return names.some((pattern) => {
    const parts = pattern.split('*');
    if (parts.length === 1) return lower === pattern;
    const [first = '', last = ''] = [parts[0], parts.at(-1)];
    const middle = lower.slice(first.length, lower.length - last.length);
    return (
      lower.length >= first.length + last.length &&
      lower.startsWith(first) &&
      lower.endsWith(last) &&
      parts.slice(1, -1).every((part) => middle.includes(part))
    );
  });
}

/** `a=1&key=secret` without the secrets; what is none keeps its spelling. */
export function scrubParameters(query: string): string {
  return query
    .split('&')
    .map((pair) => {
      const equals = pair.indexOf('=');
      if (equals < 0 || equals === pair.length - 1) return pair;
      const rule = parameterRules.find((r) => isNamed(r, decoded(pair.slice(0, equals))));
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
