/** Where a demand comes from; public, so that an adapter's author can read it up. */
export interface Source {
  readonly title: string;
  readonly url?: string;
}
