import { ChatOptions, type Tool } from '../../contract/index.ts';
import type { Step } from '../../engine/trace.ts';
import type { Finding } from '../../engine/verdict.ts';
import { isEmpty } from './is-empty.ts';

const optionNames = Object.keys(ChatOptions.properties);

/**
 * Warnings that a setting was not sent, of settings that nobody set, or that name none. Words are the adapter's own; of the
 * options, and the members that tools may have, the one that is named first is what it is about.
 *
 * @param lacksOfTools members of tools that the API has no place for
 */
export function unfoundedWarnings(
  { options, messages, response }: Step,
  path: string,
  lacksOfTools: Readonly<Partial<Record<Tool['type'], readonly string[]>>>,
): Finding[] {
  const set = [...namesSet(options), ...(options.tools ?? []).flatMap(namesSet)];
  const said = [...set, ...messages.flatMap(({ contents }) => contents.flatMap(namesSet))];
  const known = [...optionNames, ...Object.values(lacksOfTools).flat()];
  return (response?.warnings ?? []).flatMap((warning, i): Finding[] => {
    const isNamed = (name: string) => new RegExp(`\\b${name}\\b`).test(warning.message);
    if (warning.code !== 'unsupported-setting') return [];
    const [about] = known.filter(isNamed).sort((a, b) => warning.message.indexOf(a) - warning.message.indexOf(b));
    if (about === undefined ? said.some(isNamed) : set.includes(about)) return [];
    return [
      {
        message:
          about === undefined
            ? 'the response warns that a setting was not sent, and names none that was set'
            : `the response warns that "${about}" was not sent, and nobody set it`,
        adapterPath: `${path}.response.warnings[${i}]`,
        adapter: { ...warning },
      },
    ];
  });
}

const namesSet = (settings: object): string[] =>
  Object.entries(settings).flatMap(([name, value]) => (value === undefined || isEmpty(value) ? [] : [name]));
