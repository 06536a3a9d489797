#!/usr/bin/env node
/** Starts the command line. Plain JavaScript: what strips types takes longer to load than all of the rest. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// What was stripped and compiled once is kept with the packages, and goes with them. Where it cannot be written, it is not.
const kept = join(import.meta.dirname, '../node_modules/.cache/atc');
enableCompileCache(kept);
// The processes that run cases load much of the same.
process.env.NODE_COMPILE_CACHE ??= kept;
await import('./atc.ts');
