/** `npm run findings`: writes docs/findings.md. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import { collectFindings } from './collect.ts';
import { findingsMarkdown } from './findings.ts';

const findings = await collectFindings();
await writeFile(join(repositoryFolder, 'docs/findings.md'), findingsMarkdown(findings));
process.stdout.write(`docs/findings.md: ${findings.length} findings\n`);
