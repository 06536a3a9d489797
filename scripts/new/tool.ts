import type { Matrix, ProviderApi } from '../../matrix/model.ts';
import { demandId, insertedBefore, type NewFiles, titleOf } from './new-files.ts';

/**
 * The row of a tool of which nothing is known yet: `unknown` on every provider API, and a scenario file whose declaration is
 * played there. Pure.
 *
 * @param asOf the day of its claims, `YYYY-MM-DD`
 */
export function toolFiles(id: string, matrix: Matrix, asOf: string): NewFiles {
  demandId('a tool', id);
  const title = titleOf(id);
  const columns = matrix.providers.map((provider) => [
    `matrix/providers/${provider.id}.json`,
    (text: string) => withMember(text, id, unknownCell(provider, title, firstSourceOf(text), asOf)),
  ]);
  return {
    create: {
      [`spec/scenarios/${id}.yaml`]: `# To be written: what is asked of ${title}, and why.
tool: ${id}
refusal:
  # Until the contract has words for the tool (spec/contract/tools.ts), a function of its name stands in.
  tools: [{ type: function, name: ${id.replaceAll('-', '_')}, parameters: { type: object } }]

scenarios: []
`,
    },
    edit: {
      'matrix/ids.ts': (text) => insertedBefore(text, /(?<=toolIds = \[[^\]]*)\] as const;/, `  '${id}',\n`),
      'matrix/tools.json': (text) => withSource(withMember(text, id, row(id, title)), id, asOf),
      ...Object.fromEntries(columns),
    },
    next: [
      `say in matrix/tools.json what ${title} is and who asked for it, and in the "notes" of each column what is known`,
      'give the contract words for it, in spec/contract/tools.ts, and declare these in its scenario file',
      `write the first scenario: spec/scenarios/${id}.yaml`,
      'write the schemas again: npm run atc -- schemas',
      `see it: npm run atc -- run --tool ${id}`,
    ],
  };
}

/** The last member of the last object of a JSON file, written as the formatter does. */
const withMember = (text: string, id: string, value: string): string =>
  insertedBefore(text, /\n {2}\}\n\}\n$/, `,\n    "${id}": ${value}`);

const row = (id: string, title: string): string => `{
      "title": ${JSON.stringify(title)},
      "description": "To be written: what it does, in one sentence.",
      "origin": "${id}"
    }`;

function withSource(text: string, id: string, asOf: string): string {
  const source = `,
    "${id}": {
      "title": "To be written: who asked for the tool, and where that can be read",
      "date": "${asOf}"
    }`;
  return insertedBefore(text, /\n {2}\},\n {2}"tools": \{/, source);
}

/** A claim needs a source of the column: the first that is not the ADR. Nobody says that it was read for this. */
const firstSourceOf = (text: string): string =>
  Object.keys(JSON.parse(text).sources).find((key) => !key.startsWith('adr')) ?? '';

const unknownCell = ({ lifecycle }: ProviderApi, title: string, source: string, asOf: string): string => `{
      "support": "unknown",
      "lifecycle": "${lifecycle.status}",
      "claims": [
        {
          "by": "inferred",
          "support": "unknown",
          "source": "${source}",
          "date": "${asOf}",
          "notes": "not looked at"
        }
      ],
      "sources": [],
      "notes": "To be written: nobody has looked yet whether it has ${title}."
    }`;
