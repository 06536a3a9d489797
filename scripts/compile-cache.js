/** Plain JavaScript: what strips types takes longer to load than all of the rest. */
import { existsSync, mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// What was stripped and compiled once is kept with the packages, and goes with them. To write it takes seconds, for nothing where each
// checkout runs one command: so the first only leaves a sign for the next.
const kept = join(import.meta.dirname, '../node_modules/.cache/atc');
if (existsSync(kept)) {
  enableCompileCache(kept);
  // The processes that run cases load much of the same.
  process.env.NODE_COMPILE_CACHE ??= kept;
} else {
  try {
    mkdirSync(kept, { recursive: true });
  } catch {
    // Then every command compiles anew.
  }
}
