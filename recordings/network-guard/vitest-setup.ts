/** Runs before every test file, in every process of vitest. */
import { importDirectly } from '../../lib/direct-imports.ts';
import { installClock } from '../clock/install.ts';
import { installGuard } from './socket-guard.ts';

importDirectly();
installGuard();
installClock();
