/** Runs before every test file, in every process of vitest. */
import { installClock } from '../clock/install.ts';
import { installGuard } from './socket-guard.ts';

installGuard();
installClock();
