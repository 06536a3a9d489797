import { Command } from 'commander';
import { exportCommand } from './export.ts';
import { importCommand } from './import.ts';

/** Cassettes from recordings of other programs, and for other programs. */
export const cassettesCommand = new Command('cassettes')
  .description('import recordings as cassettes, or export them as HAR')
  .addCommand(importCommand)
  .addCommand(exportCommand)
  .addHelpText(
    'after',
    `
Examples:
  npm run atc -- cassettes import anthropic/function-calling/call-single session.har
  npm run atc -- cassettes export anthropic/web-search --out exported`,
  );
