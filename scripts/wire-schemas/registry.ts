import type { WireSchemaSource } from './source.ts';
import { anthropic, anthropicBeta } from './sources/anthropic.ts';

/** Every source of wire schemas. */
export const wireSchemaSources: readonly WireSchemaSource[] = [anthropic, anthropicBeta];
