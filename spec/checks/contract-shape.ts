import { explainSchemaErrors } from '../../files/schema-errors.ts';
import { validatorFor } from '../../files/validator.ts';
import { ChatResponse, ChatResponseUpdate } from '../contract/index.ts';
import { isChatResponse, isChatResponseUpdate } from '../contract/shape.ts';
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
      if (schema === ChatResponse ? isChatResponse(value) : isChatResponseUpdate(value)) return;
      const validate = validatorFor(schema);
      validate(value);
      for (const problem of explainSchemaErrors(validate.errors ?? [], value)) {
        const adapterPath = `${path}${problem.pointer.replace(/\/(\d+)/g, '[$1]').replaceAll('/', '.')}`;
        findings.push({ message: `${adapterPath} ${problem.message}`, adapterPath });
      }
    };
    for (const { step, path } of steps) {
      if (step.malformed !== undefined) {
        const schema = step.updates ? ChatResponseUpdate : ChatResponse;
        look(schema, step.malformed, step.updates ? `${path}.updates[${step.updates.length}]` : `${path}.response`);
      }
      if (step.updates)
        for (const [i, update] of step.updates.entries()) look(ChatResponseUpdate, update, `${path}.updates[${i}]`);
      else if (step.response) look(ChatResponse, step.response, `${path}.response`);
      for (const [adapterPath, { message }] of errorsIn(step.response, path)) {
        compared++;
        if (message.trim() === '') findings.push({ message: `${adapterPath} is an error without a word`, adapterPath });
      }
      step.response?.messages.forEach(({ role }, m) => {
        compared++;
        if (role === 'assistant' || role === 'tool') return;
        const adapterPath = `${path}.response.messages[${m}].role`;
        findings.push({
          message: `${adapterPath} is "${role}"; what a model says is the assistant’s`,
          adapterPath,
          adapter: role,
        });
      });
    }
    return { compared, findings };
  },
};

/** Every error among the contents, and among what hosted tools gave, with its place. */
function errorsIn(response: ChatResponse | undefined, path: string): [path: string, error: { message: string }][] {
  return (response?.messages ?? []).flatMap(({ contents }, m) =>
    contents.flatMap((content, c) => {
      const at = `${path}.response.messages[${m}].contents[${c}]`;
      const outputs = content.type === 'hosted-tool-result' ? content.outputs : [];
      return [content, ...outputs].flatMap((one, i): [string, { message: string }][] =>
        one.type === 'error' ? [[i === 0 ? at : `${at}.outputs[${i - 1}]`, one]] : [],
      );
    }),
  );
}
