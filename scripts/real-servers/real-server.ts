/** Servers of others that speak the wire of a provider, on a free port of 127.0.0.1: neither their code nor their answers are ours. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after } from '../../lib/real-time.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import { Child, type Command } from '../../spec/process/child.ts';
import { usualLimits } from '../../spec/process/json-lines.ts';
import { interpreterOf, setupCommand } from '../../spec/process/python-environment.ts';

/** A server that runs. */
export interface RealServer {
  /** `http://127.0.0.1:<port>`, without `/v1`. */
  readonly baseUrl: string;
  /** Ends it, and waits until it is gone. It also ends with this process. */
  stop(): Promise<void>;
}

/** By how many calls the model makes where they are forced: its file, and the seed of the server with which it does. */
const models = { one: ['tiny.gguf', '2'], several: ['many.gguf', '2'] } as const;

/** Why llama.cpp cannot be started here; `undefined` where it can. */
export const llamaMissing: string | undefined = existsSync(interpreterOf('real-servers'))
  ? undefined
  : 'llama.cpp is not installed: npm run setup:python -- real-servers installs it';

/**
 * llama.cpp with a tiny model of random weights: a grammar makes its calls fit their schemas, and the words are chance.
 */
export const startLlama = (calls: keyof typeof models = 'one'): Promise<RealServer> =>
  start({
    program: interpreterOf('real-servers'),
    arguments: ['-B', 'llama_server.py', ...models[calls]],
    folder: import.meta.dirname,
    prerequisite: `Run ${setupCommand('real-servers')}.`,
  });

/** Ends a process of Node.js with its standard input, should this one be killed. */
const endsWithInput = 'data:text/javascript,process.stdin.resume().once("close",()=>process.exit())';

/** The mock of CopilotKit, which answers as `aimock.json` says. */
export const startAimock = (): Promise<RealServer> =>
  start({
    program: process.execPath,
    arguments: [
      ...['--import', endsWithInput, join(repositoryFolder, 'node_modules/@copilotkit/aimock/dist/cli.js')],
      ...['--port', '0', '--fixtures', 'aimock.json'],
    ],
    folder: import.meta.dirname,
    prerequisite: 'Run npm ci.',
  });

/** @throws {Error} it ended, or said nothing for too long, before it listened; with the end of its log */
async function start(command: Command): Promise<RealServer> {
  const listening = Promise.withResolvers<string>();
  const child = await Child.start(command, usualLimits, {
    line(text) {
      const [baseUrl] = /\bhttp:\/\/127\.0\.0\.1:\d+/.exec(text) ?? [];
      if (baseUrl) listening.resolve(baseUrl);
    },
    unreadable: (reason) => listening.reject(new Error(reason)),
    ended: (how) => listening.reject(new Error(`${command.program} ${how}: ${child.log}`)),
  });
  const cancel = after(usualLimits.start, () => listening.reject(new Error(`it does not listen: ${child.log}`)));
  const stop = () => {
    child.kill();
    return child.gone;
  };
  try {
    return { baseUrl: await listening.promise, stop };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    cancel();
  }
}
