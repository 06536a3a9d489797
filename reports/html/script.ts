import { join } from 'node:path';

/** The pages that have switches, by the file in `islands/` that works them. */
export type ScriptedPage = 'main' | 'implementations';

const made = new Map<ScriptedPage, Promise<string>>();

/** The code of a page's switches, from `islands/`, as one script that runs at once; made once in a process, in some 80 ms. */
export function pageCode(page: ScriptedPage = 'main'): Promise<string> {
  const code = made.get(page) ?? bundled(page);
  made.set(page, code);
  return code;
}

async function bundled(page: ScriptedPage): Promise<string> {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({ input: join(import.meta.dirname, 'islands', `${page}.ts`), logLevel: 'warn' });
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
