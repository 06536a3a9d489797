import { WireError } from '../../../../spec/contract/index.ts';

/**
 * The SDK reads whatever came with a good status: a page of a proxy would be an answer without a word.
 *
 * @param wanted which of the API's two forms was asked for
 * @throws WireError that names what came
 */
export function demandMediaType({ headers }: Response, wanted: 'json' | 'event-stream'): void {
  const type = headers.get('content-type') ?? 'no content type';
  if (type.includes(wanted)) return;
  throw new WireError(
    `OpenAI answered with ${JSON.stringify(type)}, not with ${wanted === 'json' ? 'JSON' : 'events'}.`,
  );
}
