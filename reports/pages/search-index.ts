import { escapeControlDeep } from '../../lib/escape-control-characters.ts';
import { cellStates } from '../cells/cell-state.ts';
import type { Lookup } from '../snapshot/lookup.ts';
import { namesOf } from '../snapshot/names.ts';
import { count } from './elements.ts';
import { issueAnchor, issuesOfAdapter, paths, type To } from './paths.ts';
import { letters } from './words.ts';

/**
 * What the search box finds: group, what is shown, what stands behind it, where it leads, and what else it is found by. `word`: the letter
 * of a word, or an impact.
 */
export type Found = readonly [
  group: number,
  title: string,
  note: string,
  address: string,
  names: string,
  style: string,
];

const groups = ['Tool on provider API', 'Tool', 'Provider API', 'Library', 'Through a library', 'Known issue'] as const;

/** Everything that has an address. Names of products are found as well as ids. Pure. */
export function searchIndex(lookup: Lookup, to: To): Found[] {
  const { tools, providerApis, libraries, knownIssues, verdicts } = lookup.snapshot;
  const allNames = (...items: Parameters<typeof namesOf>[0][]) =>
    items
      .flatMap((item) => namesOf(item))
      .join(' ')
      .replaceAll('-', ' ');
  const at = (
    path: string,
    rest: readonly [title: string, note: string, names: string, style?: string],
    group: number,
  ): Found[] => {
    const address = to(path);
    const [title, note, names, style = ''] = rest;
    return address === undefined ? [] : [[group, title, note, address, names.toLowerCase(), style]];
  };
  return [
    ...tools.flatMap((tool) =>
      providerApis.flatMap((api) => {
        const { word, libraries: own } = lookup.best(tool.id, api.id);
        const leading = own[0];
        if (!leading || !lookup.isOffered(tool.id, api.id)) return [];
        return at(
          paths.cell(tool.id, api.id, leading.id),
          [`${tool.title} on ${api.title}`, cellStates[word].word, allNames(tool, api), letters[word]],
          0,
        );
      }),
    ),
    ...tools.flatMap((tool) => at(paths.tool(tool.id), [tool.title, '', allNames(tool)], 1)),
    ...providerApis.flatMap((api) => at(paths.providerApi(api.id), [api.title, api.vendor, allNames(api)], 2)),
    ...libraries.flatMap((library) =>
      at(
        paths.library(library.id),
        [library.title, count(library.adapters.length, 'provider API'), allNames(library)],
        3,
      ),
    ),
    // What is wrong with a library on a provider API.
    ...libraries.flatMap((library) =>
      library.adapters.flatMap(({ providerApi }) => {
        const api = lookup.providerApi(providerApi);
        const n = knownIssues.filter(
          (issue) => issue.library === library.id && issue.providerApi === providerApi && issue.state === undefined,
        ).length;
        if (!api || n === 0) return [];
        return at(
          `${paths.knownIssues}#${issuesOfAdapter(library.id, api.id)}`,
          [`${library.title} on ${api.title}`, count(n, 'known issue'), allNames(library, api)],
          3,
        );
      }),
    ),
    ...libraries
      .filter(({ role }) => role === 'library')
      .flatMap((library) =>
        verdicts.flatMap((verdict) => {
          const [tool, api] = [lookup.tool(verdict.tool), lookup.providerApi(verdict.providerApi)];
          if (verdict.library !== library.id || !tool || !api) return [];
          return at(
            paths.cell(tool.id, api.id, library.id),
            [
              `${tool.title} on ${api.title} through ${library.title}`,
              cellStates[verdict.word].word,
              allNames(tool, api, library),
              letters[verdict.word],
            ],
            4,
          );
        }),
      ),
    ...knownIssues.flatMap((issue) =>
      at(
        `${paths.library(issue.library)}#${issueAnchor(issue.id)}`,
        [
          issue.title,
          lookup.titles.library(issue.library),
          `${issue.id.replaceAll(/[-/]/g, ' ')} ${lookup.providerApi(issue.providerApi)?.title ?? ''}`,
          issue.impact,
        ],
        5,
      ),
    ),
  ];
}

/** The index as a script, which a browser loads from a disk as well as from a server. Nothing in it can end a script element. */
export const searchScript = (index: readonly Found[]): string =>
  `globalThis.searchIndex=${JSON.stringify(escapeControlDeep({ groups, found: index }))
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')};\n`;
