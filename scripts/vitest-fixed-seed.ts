/**
 * Set-up of the unit tests: by day properties are tried on the same values each time, so that a change that has nothing to do with a failure
 * is not held up by it, and on fewer of them. By night the values are others each time; a failure says its seed.
 */
import fc from 'fast-check';
import { isNightly } from '../lib/nightly-tests.ts';

fc.configureGlobal(isNightly ? {} : { seed: 20261127, numRuns: 40 });
