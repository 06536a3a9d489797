/** Facts in words, for whoever reads a finding. What a model wrote is shown shortened and with nothing hidden in it. */
import { canonicalJson } from '../../files/canonical-json.ts';
import type { Fact, FactKind } from './fact.ts';

const longest = 120;

/** One line that says what a fact says. */
export function describeFact(fact: Fact): string {
  switch (fact.kind) {
    case 'text':
      return `the text ${quoted(fact.text)}`;
    case 'reasoning':
      return `reasoning ${quoted(fact.text)}${fact.protectedData === undefined ? '' : ` with protected data ${quoted(fact.protectedData, 24)}`}`;
    case 'call':
      return `a call to ${visible(fact.name)}(${shown(fact.arguments)})${withId(fact.id)}`;
    case 'hosted-call':
      return `a hosted call to ${visible(fact.tool)}(${shown(fact.arguments)})${withId(fact.id)}`;
    case 'hosted-result':
      return `a hosted result of ${visible(fact.tool)} ${shown(fact.payload)}${withId(fact.id)}`;
    case 'finish':
      return `the finish reason ${quoted(fact.reason)}`;
    case 'usage':
      return `a usage of ${fact.inputTokens} input and ${fact.outputTokens} output tokens`;
    case 'error': {
      const marks = [
        fact.status === undefined ? [] : `status ${fact.status}`,
        fact.code === undefined ? [] : visible(fact.code),
      ];
      const details = marks.flat().join(', ');
      return `an error${details === '' ? '' : ` (${details})`} ${quoted(fact.message)}`;
    }
  }
}

/** What a kind of fact is called, in the singular. */
export const factNouns: Readonly<Record<FactKind, string>> = {
  text: 'text',
  reasoning: 'reasoning',
  call: 'call',
  'hosted-call': 'hosted call',
  'hosted-result': 'hosted result',
  finish: 'finish reason',
  usage: 'usage',
  error: 'error',
};

/** Text in quotation marks, shortened to a number of characters. */
export function quoted(text: string, limit = longest): string {
  return `"${visible(shorten(text, limit))}"`;
}

/**
 * Text with its invisible characters written out: control characters, and those that reorder or hide what stands around
 * them. A model's output must not steer a terminal, nor a reader.
 */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) => {
    const short = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }[character];
    return short ?? `\\u{${character.codePointAt(0)?.toString(16)}}`;
  });
}

const shown = (value: unknown): string => visible(shorten(canonicalJson(value), longest));

const withId = (id: string | undefined): string => (id === undefined ? '' : ` with id ${quoted(id)}`);

function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const characters = [...text.slice(0, 2 * limit + 2)];
  return characters.length <= limit ? text : `${characters.slice(0, limit - 1).join('')}…`;
}
