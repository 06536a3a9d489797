#!/usr/bin/env node
/** The command of the package, `npx agent-tools-conformance`: what a repository needs that has the package alone. */
import { Command } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import { canIUseCommand } from '../scripts/commands/can-i-use.ts';
import { acceptCommand } from '../scripts/commands/known-issues.ts';
import { probeCommand } from '../scripts/commands/probe.ts';
import { reportCommand } from '../scripts/commands/report.ts';
import { reproduceCommand } from '../scripts/commands/reproduce.ts';
import { serveCommand } from '../scripts/commands/serve.ts';
import { jsonOption, outOption } from '../scripts/global-options.ts';
import { acceptOldIds } from '../scripts/renamed-ids.ts';
import { runProgram } from '../scripts/run-program.ts';
import { importCommand } from './import-command.ts';
import { initCommand } from './init-command.ts';
import { lastReport } from './last-report.ts';
import { runCommand } from './run-command.ts';

const groups = {
  'Judge:': ['init', 'run', 'import', 'probe', 'serve'],
  'Look:': ['can-i-use', 'report', 'reproduce', 'known-issues'],
};

const commands = [
  canIUseCommand,
  importCommand,
  initCommand,
  new Command('known-issues')
    .description('update known issues from the last run')
    .addCommand(acceptCommand)
    .addOption(outOption())
    .addOption(jsonOption()),
  probeCommand,
  reportCommand,
  reproduceCommand,
  runCommand,
  serveCommand,
];

/** Commands read the last run unless told which. */
function withLastRun(command: Command): void {
  const isOfCase = command.name() === 'can-i-use' && String(command.args[0]).split('/').length === 4;
  const option = isOfCase ? 'results' : 'out';
  const source = command.getOptionValueSource(option);
  const reads = isOfCase || !['run', 'probe', 'import'].includes(command.name());
  if (reads && (source === 'default' || source === undefined)) command.setOptionValue(option, lastReport());
}

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 22 || (major === 22 && minor < 20)) {
  process.stderr.write(`error: this is Node.js ${process.versions.node}\n  → install Node.js 22.20 or newer\n`);
  process.exitCode = 2;
} else {
  await runProgram(commands, {
    name: packageJson.name,
    groups,
    beforeAction: async (command, warn) => {
      withLastRun(command);
      if (command.name() !== 'can-i-use') await acceptOldIds(command, warn);
    },
  });
}
