/** What `serve` tells while it stands for a provider, one after the other, as it happens. */
export type ServeEvent =
  | {
      readonly event: 'ready';
      readonly providerApi: string;
      /** For clients; where all is served, `{tool}`, `{scenario}` and `{mode}` are to be filled in. */
      readonly baseUrl: string;
      /** The same for further services of the API, by name. */
      readonly endpoints?: Readonly<Record<string, string>>;
      /** With TLS: the file of the certificate to trust, PEM. */
      readonly certificate?: string;
    }
  | {
      readonly event: 'request';
      /** Method and path. */
      readonly asked: string;
      /** Why it was not answered; absent where it was. */
      readonly problem?: string;
      /** Of one scenario: what nobody has asked for yet. */
      readonly left?: readonly string[];
    }
  | { readonly event: 'ended'; readonly left?: readonly string[] };

/** Is told what happened, and the same in words that may be printed. */
export type Tell = (event: ServeEvent, text: string) => void;
