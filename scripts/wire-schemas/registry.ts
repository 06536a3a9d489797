import type { WireSchemaSource } from './source.ts';
import { anthropic, anthropicBeta } from './sources/anthropic.ts';
import { google } from './sources/google.ts';

/** Every source of wire schemas. */
export const wireSchemaSources: readonly WireSchemaSource[] = [anthropic, anthropicBeta, google];
