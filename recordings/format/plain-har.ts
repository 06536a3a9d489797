import type { Cassette } from './cassette.ts';
import type { Body } from './exchange.ts';
import { toHar } from './har.ts';

/** A cassette for other tools: HAR 1.2 and nothing besides. */
export interface PlainHar {
  readonly log: { readonly comment: string; readonly entries: readonly object[] } & Readonly<Record<string, unknown>>;
}

/** What HAR has no member for: that the text of a request stands for bytes. */
export const base64Comment = 'text is base64';

/**
 * A cassette as plain HAR 1.2: bodies as text, or base64 where they are none, and where it comes from as the comment of the log. What
 * the layout of its bodies was is in their text.
 *
 * @param name what it is of, as the comment names it
 */
export function toPlainHar(cassette: Cassette, name: string): PlainHar {
  const { log } = toHar(cassette);
  return {
    log: {
      version: log.version,
      creator: { name: 'agent-tools-conformance', version: '1' },
      entries: log.entries.map((entry, index) => {
        const recorded = cassette.entries[index];
        const { postData, ...request } = entry.request;
        const sent = recorded?.request.body;
        return {
          ...entry,
          request: {
            ...request,
            ...(postData && sent ? { postData: { mimeType: postData.mimeType, ...sentText(sent) } } : {}),
          },
          response: {
            ...entry.response,
            content: {
              size: entry.response.content.size,
              mimeType: entry.response.content.mimeType,
              ...recorded?.response.body,
            },
          },
        };
      }),
      comment: commentOf(cassette, name),
    },
  };
}

const sentText = ({ text, encoding }: Body): object => ({ text, ...(encoding ? { comment: base64Comment } : {}) });

function commentOf({ provenance }: Cassette, name: string): string {
  const { evidence, sources, recordedAt, sdk, apiVersion, model, region, note, importedFrom = [] } = provenance;
  const lines = [
    `${name}, a cassette of agent-tools-conformance.`,
    `Evidence: ${evidence}${recordedAt === undefined ? '' : `, recorded on ${recordedAt}`}.`,
    ...(sdk === undefined ? [] : [`Sent by ${sdk}.`]),
    ...(apiVersion === undefined ? [] : [`API version ${apiVersion}.`]),
    ...(model === undefined ? [] : [`Model ${model}${region === undefined ? '' : ` in ${region}`}.`]),
    ...sources.map(({ title, url }) => `Source: ${title}${url === undefined ? '' : `, ${url}`}.`),
    ...importedFrom.map(({ format, file, sha256 }) => `Imported from ${file} (${format}, SHA-256 ${sha256}).`),
    note,
  ];
  return lines.join('\n');
}
