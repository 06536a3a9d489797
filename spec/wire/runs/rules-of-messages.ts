/** For what APIs with threads refuse a message. */
import { asArray, asObject, asString } from '../json.ts';
import { type Asked, type Rule, ruleOver } from '../rules/rule.ts';

/** Messages of a request: of a thread that there is, or of one that is begun. */
const messagesIn = ({ exchange, body }: Asked): { path: string; message: unknown }[] => {
  if (exchange.operation === 'messages.create') return [{ path: 'body', message: body }];
  const thread = exchange.operation === 'threads.create' ? body : asObject(body.thread);
  return (asArray(thread?.messages) ?? []).map((message, i) => ({ path: `body.messages[${i}]`, message }));
};

const looking = new Set(['code_interpreter', 'file_search']);

export const rulesOfMessages: readonly Rule[] = [
  ruleOver({
    id: 'attached-for-tools',
    what: 'A file is attached for tools that look into files: code interpreter, file search.',
    source: {
      title: 'openai: MessageCreateParams.Attachment.tools',
      url: 'https://github.com/openai/openai-node/blob/master/src/resources/beta/threads/messages.ts',
    },
    placesOf: (asked) =>
      messagesIn(asked).flatMap(({ path, message }) =>
        (asArray(asObject(message)?.attachments) ?? []).flatMap((attachment, i) =>
          (asArray(asObject(attachment)?.tools) ?? []).map((tool, t) => ({
            path: `${path}.attachments[${i}].tools[${t}].type`,
            value: asString(asObject(tool)?.type) ?? '',
          })),
        ),
      ),
    wrong: (type) => (looking.has(type) ? undefined : `${JSON.stringify(type)} looks into no files`),
  }),
];
