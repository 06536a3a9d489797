import type { Rule } from '../rules/rule.ts';
import { rulesOfCalls } from './rules-of-calls.ts';
import { rulesOfItems } from './rules-of-items.ts';
import { rulesOfTools } from './rules-of-tools.ts';

/** For what the Responses API refuses a request, whoever serves it. */
export const rules: readonly Rule[] = [...rulesOfCalls, ...rulesOfItems, ...rulesOfTools];
