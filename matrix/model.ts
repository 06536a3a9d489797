import type { Dialects } from './dialects.ts';
import type { ErrataEntry } from './errata.ts';
import type { ProviderApiId, ToolId } from './ids.ts';
import type { Limits } from './limits.ts';
import type { AdrTable, ProviderFile, Recording, Source } from './schema.ts';

/** The matrix as the rest of the project sees it: ordered, immutable, every source in place of its key. */

/** A cell as a column's file has it. */
export type FileCell = NonNullable<ProviderFile['cells'][ToolId]>;

/** Someone says, on a day and in a public place, that a cell works or does not. */
export type Claim = Omit<FileCell['claims'][number], 'source'> & { readonly source: Source };

/** Tool × provider API: what is said to work. */
export type Cell = Omit<FileCell, 'claims' | 'sources'> & {
  readonly claims: readonly Claim[];
  readonly sources: readonly Source[];
};

/** One provider API: a column. `sources` holds all that its cells cite, by key. */
export type ProviderApi = Omit<ProviderFile, '$schema' | 'order' | 'cells' | 'lifecycle'> & {
  readonly lifecycle: Omit<ProviderFile['lifecycle'], 'source'> & { readonly source: Source };
  readonly cells: { readonly [tool in ToolId]: Cell };
};

/** One abstract tool. `adrOrder` is its row number in each table of the ADR; tools that the ADR lacks have none. */
export interface Tool {
  readonly id: ToolId;
  readonly title: string;
  readonly rank?: number | undefined;
  readonly alsoCalled?: readonly string[] | undefined;
  readonly description: string;
  readonly origin: Source & { readonly date: string };
  readonly adrOrder?: { readonly [table in AdrTable]: number };
}

/** Rows in the order of `toolIds`, columns in the order that they say. */
export interface Matrix {
  readonly tools: readonly Tool[];
  readonly providers: readonly ProviderApi[];
  /** The errata, in order. */
  readonly errata: readonly ErrataEntry[];
  /** Other servers that speak a provider API; absent in results of earlier versions. */
  readonly dialects?: Dialects;
  /** What depends on the model, the surface or the day; absent in results of earlier versions. */
  readonly limits?: Limits;
}

/** The column of a provider API. */
export function providerOf(matrix: Matrix, providerApi: ProviderApiId): ProviderApi {
  const provider = matrix.providers.find((p) => p.id === providerApi);
  if (!provider) throw new Error(`this matrix has no column ${providerApi}`);
  return provider;
}

/** What settings name as their surface: a surface of the column, or a version of one. */
export function surfaceNamed({ surfaces, versions = [] }: ProviderApi, name: string | undefined) {
  const version = versions.find(({ id }) => id === name);
  const surface = surfaces.find(({ id }) => id === (version?.surface ?? name));
  return surface && version ? { ...surface, ...version } : surface;
}

/** How a variant of a provider API is recorded: in its own way where it says so, else in the column's. */
export const recordingOf = (column: ProviderApi, surface: string | undefined): Recording | undefined =>
  surfaceNamed(column, surface)?.recording ?? column.recording;

/** The cell of a tool and a provider API. */
export function cellOf(matrix: Matrix, tool: ToolId, providerApi: ProviderApiId): Cell {
  return providerOf(matrix, providerApi).cells[tool];
}
