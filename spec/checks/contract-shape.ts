import { explainSchemaErrors } from '../../files/schema-errors.ts';
import { validatorFor } from '../../files/validator.ts';
import { ChatResponse, ChatResponseUpdate } from '../contract/index.ts';
import type { Finding } from '../engine/verdict.ts';
import { type Check, contractSource } from './check.ts';

export const check: Check = {
  id: 'contract-shape',
  level: 'MUST',
  title: 'What an adapter returns has the shape that the contract promises.',
  reason: 'Applications are typed against the contract; a member of another type breaks them far from its cause.',
  sources: [contractSource, { title: 'JSON Schemas of the contract' }],
  judge: ({ steps }) => {
    let compared = 0;
    const findings: Finding[] = [];
    const look = (schema: typeof ChatResponse | typeof ChatResponseUpdate, value: unknown, path: string): void => {
      compared++;
      const validate = validatorFor(schema);
      if (validate(value)) return;
      for (const problem of explainSchemaErrors(validate.errors ?? [], value)) {
        const adapterPath = `${path}${problem.pointer.replace(/\/(\d+)/g, '[$1]').replaceAll('/', '.')}`;
        findings.push({ message: `${adapterPath} ${problem.message}`, adapterPath });
      }
    };
    for (const { step, path } of steps) {
      if (step.updates)
        for (const [i, update] of step.updates.entries()) look(ChatResponseUpdate, update, `${path}.updates[${i}]`);
      else if (step.response) look(ChatResponse, step.response, `${path}.response`);
    }
    return { compared, findings };
  },
};
