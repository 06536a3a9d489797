import type { WireSchemaSource } from '../definitions.ts';
import { definitionsFromTypes, withoutMembers } from '../definitions.ts';

const sdk = '@anthropic-ai/sdk';

const source = (
  id: string,
  title: string,
  file: string,
  [message, event]: readonly [string, string],
  headers: readonly string[],
): WireSchemaSource => {
  const types = ['MessageCreateParams', message, event];
  return {
    id,
    title,
    packages: [sdk],
    roots: [...types, 'ErrorResponse'],
    read: async () => {
      const definitions = await definitionsFromTypes({
        package: sdk,
        types: { [file]: types, 'resources/shared': ['ErrorResponse'] },
      });
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
  'resources/messages/messages',
  ['Message', 'RawMessageStreamEvent'],
  ['user_profile_id', 'workspace_id'],
);

/** The Messages API with all that beta headers unlock. */
export const anthropicBeta: WireSchemaSource = source(
  'anthropic-beta',
  'Anthropic Messages with beta headers',
  'resources/beta/messages/messages',
  ['BetaMessage', 'BetaRawMessageStreamEvent'],
  ['betas', 'user_profile_id', 'workspace_id'],
);
