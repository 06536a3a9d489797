import type { Rule } from '../rules/rule.ts';
import { callRules } from './rules/calls.ts';
import { choiceRules } from './rules/choice.ts';
import { contentRules } from './rules/content.ts';
import { serverCallRules } from './rules/server-calls.ts';
import { toolRules } from './rules/tools.ts';
import { versionRules } from './rules/versions.ts';

/** For what the Messages API refuses a request. */
export const rules: readonly Rule[] = [
  ...callRules,
  ...serverCallRules,
  ...contentRules,
  ...toolRules,
  ...choiceRules,
  ...versionRules,
];
