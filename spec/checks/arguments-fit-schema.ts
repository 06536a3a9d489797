import { explainSchemaErrors } from '../../files/schema-errors.ts';
import { validatorFor } from '../../files/validator.ts';
import type { Finding } from '../engine/verdict.ts';
import { type Check, contractSource } from './check.ts';

export const check: Check = {
  id: 'arguments-fit-schema',
  level: 'MUST',
  title: 'Arguments that fit the tool’s schema on the wire still fit it when they are returned.',
  reason: 'An application validates arguments before it acts; an adapter that coerces or wraps them breaks that.',
  sources: [contractSource, { title: 'M.E.AI FunctionCallContent.Arguments' }],
  judge: ({ steps }) => {
    let compared = 0;
    const findings: Finding[] = [];
    for (const { step, path, wire } of steps) {
      step.response?.messages.forEach((message, m) => {
        message.contents.forEach((content, c) => {
          if (content.type !== 'function-call') return;
          const tool = step.options.tools?.find((t) => t.type === 'function' && t.name === content.name);
          if (tool?.type !== 'function') return;
          const validate = validatorFor(tool.parameters);
          const told = wire.facts.some(
            ({ fact }) =>
              fact.kind === 'call' &&
              (fact.id ?? fact.name) === (fact.id ? content.callId : tool.name) &&
              validate(fact.arguments),
          );
          if (!told) return;
          compared++;
          const value = content.arguments ?? content.argumentsText;
          if (validate(value)) return;
          for (const problem of explainSchemaErrors(validate.errors ?? [], value)) {
            findings.push({
              message: `the arguments of ${content.name} do not fit its schema: ${problem.pointer || 'the whole'} ${problem.message}`,
              adapterPath: `${path}.response.messages[${m}].contents[${c}]`,
              adapter: value,
            });
          }
        });
      });
    }
    return { compared, findings };
  },
};
