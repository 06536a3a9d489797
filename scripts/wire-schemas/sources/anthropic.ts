import { withoutMembers } from '../edit.ts';
import { definitionsFromTypes } from '../from-types.ts';
import type { WireSchemaSource } from '../source.ts';

const sdk = '@anthropic-ai/sdk';
const errors = 'resources/shared.d.ts';

const source = (
  id: string,
  title: string,
  file: string,
  [message, event]: readonly [string, string],
  headers: readonly string[],
): WireSchemaSource => {
  const roots = ['MessageCreateParams', message, event, 'ErrorResponse'];
  return {
    id,
    title,
    packages: [sdk],
    roots,
    read: async () => {
      const definitions = await definitionsFromTypes({ package: sdk, files: [file, errors], types: roots });
      return ['MessageCreateParamsNonStreaming', 'MessageCreateParamsStreaming'].reduce(
        (all, name) => withoutMembers(all, name, headers),
        definitions,
      );
    },
  };
};

/** The Messages API as it is without beta headers. */
export const anthropic: WireSchemaSource = source(
  'anthropic',
  'Anthropic Messages',
  'resources/messages/messages.d.ts',
  ['Message', 'RawMessageStreamEvent'],
  ['user_profile_id', 'workspace_id'],
);

/** The Messages API with all that beta headers unlock. */
export const anthropicBeta: WireSchemaSource = source(
  'anthropic-beta',
  'Anthropic Messages with beta headers',
  'resources/beta/messages/messages.d.ts',
  ['BetaMessage', 'BetaRawMessageStreamEvent'],
  ['betas', 'user_profile_id', 'workspace_id'],
);
