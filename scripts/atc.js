#!/usr/bin/env node
/** Starts the command line. Plain JavaScript: what strips types takes longer to load than all of the rest. */
import { startsAgain } from './own-node.js';

if (!startsAgain()) {
  await import('./compile-cache.js');
  await import('./atc.ts');
}
