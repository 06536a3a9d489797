/** `npm run findings`: writes `reports/out/findings.md`. */
import { join } from 'node:path';
import { writeFileAtomic } from '../../lib/write-atomic.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import { collectFindings, findingsMarkdown } from './findings.ts';

const findings = await collectFindings();
await writeFileAtomic(join(repositoryFolder, 'reports/out/findings.md'), findingsMarkdown(findings));
process.stdout.write(`reports/out/findings.md: ${findings.length} findings\n`);
