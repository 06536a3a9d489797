import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Type from 'typebox';
import { parseData, readText } from '../../lib/data-file.ts';
import { type ProviderApiId, providerApiIds } from '../../matrix/ids.ts';

const closed = { additionalProperties: false };
const text = Type.String({ minLength: 1 });

/** A public recording of a service. Of what it says nothing is kept. */
const TrafficSource = Type.Object(
  {
    repository: Type.String({ pattern: '^[\\w.-]+/[\\w.-]+$', description: '`owner/name`' }),
    path: text,
    commit: Type.String({ minLength: 1, description: 'The revision, or the release, that holds the recording.' }),
    captured: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}$', description: 'Month of recording.' })),
    apiVersion: Type.Optional(Type.String({ minLength: 1, description: 'The version that its requests asked for.' })),
    toolVersions: Type.Optional(Type.Array(text, { description: 'The dated tool types that its requests declare.' })),
    real: Type.Enum(['yes', 'probably'], {
      description: '`yes`: the service’s own headers or checksums show it; `probably`: its form and content do.',
    }),
  },
  closed,
);
export type TrafficSource = Type.Static<typeof TrafficSource>;

/** How far the recordings show what the core cassettes of a tool hold; of the signatures that belong to the tool. */
export const CellTraffic = Type.Object(
  {
    seen: Type.Integer({ minimum: 0, description: 'Signatures that recordings of at least two repositories show.' }),
    of: Type.Integer({ minimum: 0 }),
    recordedFor: Type.Array(text, {
      description: 'Versions of the API, and dated tool types, that the cassettes are recorded for.',
    }),
    apiVersions: Type.Array(text, { description: 'Versions of the API in the recordings that show them.' }),
    toolVersions: Type.Array(text, { description: 'Dated tool types in the recordings that show them.' }),
    contradicted: Type.Optional(
      Type.Array(text, { description: 'Signatures in whose place recordings show another.' }),
    ),
  },
  closed,
);
export type CellTraffic = Type.Static<typeof CellTraffic>;

/** What public recordings of a provider API show: signatures of answers, each with up to three recordings. */
export const Traffic = Type.Object(
  {
    providerApi: Type.Enum([...providerApiIds]),
    tools: Type.Record(text, CellTraffic, { description: 'By tool; those with core cassettes.' }),
    sources: Type.Array(TrafficSource),
    seen: Type.Array(
      Type.Object(
        {
          in: Type.Array(Type.Integer({ minimum: 0 }), {
            minItems: 1,
            maxItems: 3,
            description: 'Places in `sources`.',
          }),
          signatures: Type.Array(text, { minItems: 1 }),
        },
        closed,
      ),
    ),
  },
  { ...closed, title: 'Signatures of real traffic' },
);
export type Traffic = Type.Static<typeof Traffic>;

/** Where the traffic of a provider API stands, below the repository. */
export const trafficFile = (providerApi: ProviderApiId): string => `spec/provider-apis/${providerApi}/traffic.json`;

const pathOf = (providerApi: ProviderApiId): string => join(import.meta.dirname, '../..', trafficFile(providerApi));

/** What public recordings of a provider API show. @throws {UserError} the file is missing or malformed. */
export function readTrafficOf(providerApi: ProviderApiId): Traffic {
  const path = pathOf(providerApi);
  return parseData(readText(path, 'list of real traffic'), path, Traffic, 'list of real traffic');
}

/** How far real traffic shows the tools of each provider API that has a file of it, by provider API and tool. */
export type ToolTraffic = ReadonlyMap<ProviderApiId, Traffic['tools']>;

/** @throws {UserError} a file of traffic is malformed. */
export const readToolTraffic = (): ToolTraffic =>
  new Map(providerApiIds.flatMap((id) => (existsSync(pathOf(id)) ? [[id, readTrafficOf(id).tools] as const] : [])));

/** A file of traffic as it is stored: a source and a group of signatures a line. */
export function trafficText({ providerApi, tools, sources, seen }: Traffic): string {
  const list = (of: readonly unknown[]) => `[\n${of.map((each) => `    ${JSON.stringify(each)}`).join(',\n')}\n  ]`;
  const byTool = Object.entries(tools).map(([tool, cell]) => `    ${JSON.stringify(tool)}: ${JSON.stringify(cell)}`);
  return `{
  "providerApi": ${JSON.stringify(providerApi)},
  "tools": {\n${byTool.join(',\n')}\n  },
  "sources": ${list(sources)},
  "seen": ${list(seen)}
}
`;
}

/** The recordings that show each signature. */
export const sourcesBySignature = ({
  sources,
  seen,
}: Pick<Traffic, 'sources' | 'seen'>): ReadonlyMap<string, readonly TrafficSource[]> =>
  new Map(
    seen.flatMap(({ in: places, signatures }) => {
      const own = places.flatMap((place) => sources[place] ?? []);
      return signatures.map((signature) => [signature, own] as const);
    }),
  );
