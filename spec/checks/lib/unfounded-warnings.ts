import { ChatOptions, type Tool } from '../../contract/index.ts';
import type { Step } from '../../engine/trace.ts';
import type { Finding } from '../../engine/verdict.ts';

const optionNames = Object.keys(ChatOptions.properties);

/**
 * Warnings that a setting was not sent, of settings that nobody set. Words are the adapter's own: one that names no option, and
 * none of the members that tools may have, says nothing here.
 *
 * @param lacksOfTools members of tools that the API has no place for
 */
export function unfoundedWarnings(
  { options, response }: Step,
  path: string,
  lacksOfTools: Readonly<Partial<Record<Tool['type'], readonly string[]>>>,
): Finding[] {
  const set = [...namesSet(options), ...(options.tools ?? []).flatMap(namesSet)];
  const known = [...optionNames, ...Object.values(lacksOfTools).flat()];
  return (response?.warnings ?? []).flatMap((warning, i): Finding[] => {
    const isNamed = (name: string) => new RegExp(`\\b${name}\\b`).test(warning.message);
    const unset = known.find((name) => !set.includes(name) && isNamed(name));
    if (warning.code !== 'unsupported-setting' || unset === undefined || set.some(isNamed)) return [];
    return [
      {
        message: `the response warns that "${unset}" was not sent, and nobody set it`,
        adapterPath: `${path}.response.warnings[${i}]`,
        adapter: { ...warning },
      },
    ];
  });
}

const namesSet = (settings: object): string[] =>
  Object.entries(settings).flatMap(([name, value]) => (value === undefined ? [] : [name]));
