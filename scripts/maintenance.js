#!/usr/bin/env node
/** Starts the commands for maintainers; see maintenance.ts. */
import './compile-cache.js';

await import('./maintenance.ts');
