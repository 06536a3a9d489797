import { answered, type Check, contractSource } from './check.ts';

export const check: Check = {
  id: 'resources-deleted',
  level: 'MUST',
  title: 'What a client makes at the provider is deleted when the client is closed.',
  reason:
    'Assistants, threads and the like stay in the caller’s account, count against its limits and hold what was said.',
  sources: [contractSource, { title: 'ChatClient.close of the contract' }],
  of: answered,
  judge: ({ made }) => ({
    compared: made.length,
    findings: made
      .filter(({ isDeleted }) => !isDeleted)
      .map(({ what, path }) => ({
        message: `the ${what} was made, and was still there when the client was closed: close() has to delete it`,
        wirePath: path,
      })),
  }),
};
