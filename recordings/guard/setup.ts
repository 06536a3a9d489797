/** Runs before every test file, in every process of vitest. */
import { installGuard } from './socket-guard.ts';

installGuard();
