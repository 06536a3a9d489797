import type { Rule } from '../rules/rule.ts';
import { conversationRules } from './rules/conversation.ts';
import { partRules } from './rules/parts.ts';
import { schemaRules } from './rules/schemas.ts';
import { signedCalls } from './rules/signatures.ts';
import { toolRules } from './rules/tools.ts';

/** For what `generateContent` refuses a request, on the Gemini API and on Vertex AI. */
export const rules: readonly Rule[] = [...toolRules, ...schemaRules, ...conversationRules, ...partRules, signedCalls];
