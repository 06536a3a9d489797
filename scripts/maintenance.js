#!/usr/bin/env node
/** Starts the commands for maintainers; see maintenance.ts. */
import { startsAgain } from './own-node.js';

if (!startsAgain()) {
  await import('./compile-cache.js');
  await import('./maintenance.ts');
}
