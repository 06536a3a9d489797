import type { JsonObject } from '../../files/canonical-json.ts';

/** Definitions by name, in JSON Schema 2020-12; what one says of another it says by `{ "$ref": "#/$defs/<name>" }`. */
export type Definitions = Readonly<Record<string, JsonObject>>;

/**
 * Where the schemas of a provider's wire come from: its own SDK. One source, one file `schemas/wire/<id>.json`.
 *
 * However they are made, definitions keep to these words of JSON Schema: `type`, `enum`, `const`, `properties`, `required`,
 * `additionalProperties`, `items`, `anyOf`, `$ref`. Objects are closed (`additionalProperties: false`) where the members are
 * known, and a union of objects has a member in each branch whose constant tells them apart, where the wire has one.
 */
export interface WireSchemaSource {
  /** Lower case with dashes. */
  readonly id: string;
  /** What it describes, for readers: `Anthropic Messages`. */
  readonly title: string;
  /** npm packages that the definitions are made from; their versions are written down beside them. */
  readonly packages: readonly string[];
  /** Other sources whose definitions this one holds too: where they are widened, these are. */
  readonly widenedAs?: readonly string[];
  /** Definitions that are kept with all that they refer to: the bodies of requests, responses, events and errors. */
  readonly roots: readonly string[];
  /** Reads the definitions out of the SDK; more than the roots need does no harm. */
  readonly read: () => Promise<Definitions>;
}
