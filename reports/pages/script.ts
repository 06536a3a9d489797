import { join } from 'node:path';

let made: Promise<string> | undefined;

/** The script of all pages, from `browser/`, as one that runs at once; made once in a process, in some 80 ms. */
export function pageScript(): Promise<string> {
  made ??= bundled();
  return made;
}

async function bundled(): Promise<string> {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({ input: join(import.meta.dirname, 'browser/main.ts'), logLevel: 'warn' });
  try {
    const { output } = await bundle.generate({ format: 'iife', minify: true });
    const [{ code }] = output;
    // Within an element nothing may look like its end, or open a comment.
    if (/<\/script|<!--/i.test(code)) throw new Error('the code of the page has what no inlined script may have');
    return code.trim();
  } finally {
    await bundle.close();
  }
}
