/** What a command line has to load before it can say anything: every module more is waited for by everyone. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { repositoryFolder } from '../spec/engine/discover.ts';

/** Prints the module files that are loaded, a line each, on standard error. */
const hook = `
import { registerHooks } from 'node:module';
import { writeSync } from 'node:fs';
registerHooks({
  load(url, context, next) {
    if (url.startsWith('file:')) writeSync(2, decodeURIComponent(new URL(url).pathname) + '\\n');
    return next(url, context);
  },
});`;

async function loadedBy(...argv: string[]): Promise<string[]> {
  const url = `data:text/javascript,${encodeURIComponent(hook)}`;
  const command = ['--import', url, 'scripts/atc.js', ...argv];
  const started = promisify(execFile)(process.execPath, command, { cwd: repositoryFolder });
  // An answer may have another exit code than 0.
  const { stderr } = await started.catch((error: { readonly stderr: string }) => error);
  return stderr
    .split('\n')
    .flatMap((line) => (line.startsWith(repositoryFolder) ? line.slice(repositoryFolder.length) : []));
}

test.each([['--help'], ['--version'], ['run', '--help']])(
  '%s %s loads the definitions of commands and what parses them, and nothing that does the work',
  async (...argv) => {
    const loaded = await loadedBy(...argv.filter((word) => word !== undefined));
    const packages = loaded.flatMap((path) => /^\/?node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
    expect([...new Set(packages)]).toEqual(['commander']);
    const own = loaded.filter((path) => !path.includes('node_modules/') && !path.includes('scripts/commands/'));
    expect(own.map((path) => path.replace(/^\//, '')).sort()).toEqual(
      [
        'lib/redact-error.ts',
        'lib/user-error.ts',
        'lib/escape-control-characters.ts',
        'package.json',
        'scripts/atc.js',
        'scripts/atc.ts',
        'scripts/compile-cache.js',
        'scripts/global-options.ts',
        'scripts/cli.ts',
        'scripts/own-node.js',
        'scripts/run-program.ts',
      ].sort(),
    );
  },
);

test('can-i-use answers from what ships, and loads nothing that reads, checks or judges anything else', async () => {
  const loaded = await loadedBy('can-i-use', 'web-search', '--library', 'langchain', '--provider', 'claude');
  const packages = loaded.flatMap((path) => /^\/?node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
  expect([...new Set(packages)].sort()).toEqual(['commander', 'fastest-levenshtein', 'picocolors']);
  const folders = loaded.flatMap((path) => /^\/?((?:reports\/)?[a-z-]+)\/[^/]+\.ts$/.exec(path)?.[1] ?? []);
  expect(new Set(folders)).toEqual(
    new Set(['lib', 'reports/can-i-use', 'reports/cells', 'reports/snapshot', 'scripts']),
  );
});

test('what is kept of the compilation lies with the packages, which git does not see', async () => {
  const told = `import { getCompileCacheDir } from 'node:module';
import { writeSync } from 'node:fs';
process.on('exit', () => writeSync(2, String(getCompileCacheDir())));`;
  const { NODE_COMPILE_CACHE: _, ...env } = process.env;
  const url = `data:text/javascript,${encodeURIComponent(told)}`;
  const command = ['--import', url, 'scripts/atc.js', '--version'];
  const { stderr } = await promisify(execFile)(process.execPath, command, { cwd: repositoryFolder, env });
  expect(stderr).toContain(join(repositoryFolder, 'node_modules/.cache/atc/'));
});
