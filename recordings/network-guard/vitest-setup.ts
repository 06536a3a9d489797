/** Runs before every test file, in every process of vitest. */
import { importDirectly } from '../../lib/direct-imports.ts';
import { installClock } from '../clock/install.ts';
import { installGuard } from './socket-guard.ts';

// The worker has it by now; programs that tests start in folders of their own would fill it with what is never loaded again.
delete process.env.NODE_COMPILE_CACHE;
importDirectly();
installGuard();
installClock();
