/** How claims are written in a language. Pure. */
export interface Language {
  readonly name: 'javascript' | 'python';
  /** What a claim must look like, for who wrote none. */
  readonly signature: (name: string) => string;
  /** The function that a known issue names by this id. */
  readonly functionOf: (id: string) => string;
  /** The statements of a file. @throws {UserError} it is malformed */
  readonly statementsOf: (file: string, text: string) => readonly TopStatement[];
  /** The file of this project that an import is of; `undefined` for a package. */
  readonly fileOf: (from: string) => string | undefined;
  readonly importLine: (from: string, names: readonly string[]) => string;
}

/** A statement at the top of a file. */
export interface TopStatement {
  /** Comments above it. */
  readonly before: string;
  /** As it stands in a program of its own. */
  readonly text: string;
  /** What it declares; an import, what it brings. */
  readonly names: readonly string[];
  /** Names within it, whatever they mean there. */
  readonly uses: ReadonlySet<string>;
  /** Where an import is from, and what each of its names is called there. */
  readonly imports?: { readonly from: string; readonly as: ReadonlyMap<string, string> };
  /** What a claim says; empty where it says nothing. Of a claim alone. */
  readonly claim?: string;
}
