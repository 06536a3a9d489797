import { headerOf } from '../../../../recordings/format/exchange.ts';
import { asArray } from '../../json.ts';
import { type Asked, type Rule, ruleOver } from '../../rules/rule.ts';
import { blocksIn, toolsIn } from './parts.ts';

const versions = { title: 'Claude docs, versions', url: 'https://platform.claude.com/docs/en/api/versioning' };

/** The version from which on the API has none of these. */
const withoutSampling = '2026-10-21';

const versionOf = ({ exchange }: Asked): string => headerOf(exchange.request, 'anthropic-version') ?? '';

const isNew = (asked: Asked): boolean => versionOf(asked) >= withoutSampling;

/** What versions and betas let a request say. */
export const versionRules: readonly Rule[] = [
  ruleOver({
    id: 'version',
    what: 'The version of the API is a date.',
    source: versions,
    placesOf: (asked) => {
      const version = versionOf(asked);
      return version === '' ? [] : [{ path: 'headers.anthropic-version', value: version }];
    },
    wrong: (version) => (/^\d{4}-\d{2}-\d{2}$/.test(version) ? undefined : `${JSON.stringify(version)} is no version`),
  }),
  ruleOver({
    id: 'members-of-the-version',
    what: `From version ${withoutSampling} on there is no "temperature", "top_p" or "top_k", no document of the assistant’s and no citation of the user’s.`,
    source: {
      title: 'Claude docs, migration to 2026-10-21',
      url: 'https://platform.claude.com/docs/en/api/migration-2026-10-21',
    },
    placesOf: (asked) => {
      if (!isNew(asked)) return [];
      const { body } = asked;
      const gone = ['temperature', 'top_p', 'top_k'].filter((member) => (body[member] ?? null) !== null);
      const strange = blocksIn(body).filter(
        ({ role, block }) =>
          (role === 'assistant' && block.type === 'document') ||
          (role === 'user' && block.type === 'text' && (asArray(block.citations) ?? []).length > 0),
      );
      return [
        { path: 'body', value: undefined },
        ...gone.map((member) => ({ path: `body.${member}`, value: `"${member}" was removed` })),
        ...strange.map(({ path, role, block }) => ({ path, value: `the ${role} cannot say this "${block.type}"` })),
      ];
    },
    wrong: (message) => message,
  }),
  ruleOver({
    id: 'betas',
    what: 'A beta has a name with a date, and that of skills needs the tool which runs them.',
    source: {
      title: 'Skills beta requires the code_execution tool',
      url: 'https://github.com/tghamm/Anthropic.SDK/issues/161',
    },
    placesOf: ({ exchange, body }) =>
      (headerOf(exchange.request, 'anthropic-beta') ?? '')
        .split(',')
        .map((beta) => beta.trim())
        .filter((beta) => beta !== '')
        .map((beta) => ({ path: 'headers.anthropic-beta', value: { beta, body } })),
    wrong: ({ beta, body }) => {
      if (!/^[a-z0-9-]+-\d{4}-\d{2}-\d{2}$/.test(beta)) return `${JSON.stringify(beta)} is the name of no beta`;
      const runsCode = toolsIn(body).some(({ type }) => type.startsWith('code_execution_'));
      return beta.startsWith('skills-') && !runsCode ? `"${beta}" needs a tool "code_execution"` : undefined;
    },
  }),
];
