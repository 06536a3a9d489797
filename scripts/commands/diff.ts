import { Command, Option } from 'commander';
import { repeatable } from '../program.ts';
import type { Review } from '../review/review.ts';

interface DiffOptions {
  readonly base?: string;
  readonly against?: string;
  readonly provider: string[];
  readonly tool: string[];
  readonly json?: true;
  readonly markdown?: true;
  readonly play: boolean;
  readonly faults?: true;
}

/** What changed in recordings, and which cells come out otherwise. */
export const diffCommand = new Command('diff')
  .description('compare recordings with those of a git revision: what changed, and which cells flip')
  .argument('[paths...]', 'cassettes or folders of them, such as anthropic/web-search (default: all)')
  .option('--base <revision>', 'the git revision to compare with (default: HEAD)')
  .option('--against <folder>', 'instead, a folder laid out as recordings/cassettes')
  .option('--provider <id>', 'only this provider API, such as anthropic (repeatable)', repeatable, [])
  .option('--tool <id>', 'only this tool, such as web-search (repeatable)', repeatable, [])
  .option('--no-play', 'only say what changed; play no case')
  .option('--faults', 'also play the cases that change answers on their way, which takes up to minutes per column')
  .option('--json', 'JSON instead of text: everything, uncut')
  .addOption(new Option('--markdown', 'Markdown instead of text, for a comment of a pull request').conflicts('json'))
  .addHelpText(
    'after',
    `
A change is breaking, notable or quiet; what is another one every time (ids, dates, counts of tokens) is noise, in one line. Then every
case behind the recordings is played with the old ones and with the new ones, by every adapter of the column: which come out
otherwise, by which check. Exceptions count as in a run.

Cassettes that lie elsewhere, such as in recordings/aside, are compared with those in whose place they would come.

Examples:
  npm run atc -- diff
  npm run atc -- diff --base origin/main --markdown
  npm run atc -- diff anthropic/web-search --no-play
  npm run atc -- diff recordings/aside

Exit codes: 0 no case comes out worse; 1 one does; 2 the input is wrong.`,
  )
  .action(async (paths: string[], options: DiffOptions, command: Command) => {
    const { review } = await import('../review/review.ts');
    const found = await review({
      paths,
      base: options.base,
      against: options.against,
      providers: options.provider,
      tools: options.tool,
      play: options.play,
      faults: options.faults ?? false,
    });
    command.configureOutput().writeOut?.(await textOf(found, options));
    if (found.flips.some(({ direction }) => direction === 'worse')) process.exitCode = 1;
  });

async function textOf(found: Review, { json, markdown }: DiffOptions): Promise<string> {
  if (json) {
    const { visibleIn } = await import('../../files/visible.ts');
    return `${JSON.stringify(visibleIn(found), null, 2)}\n`;
  }
  if (markdown) return (await import('../review/review-markdown.ts')).reviewMarkdown(found);
  const { colours } = await import('../colours.ts');
  return (await import('../review/review-text.ts')).reviewText(found, colours);
}
