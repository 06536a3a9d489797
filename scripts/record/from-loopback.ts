import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { ProviderApi } from '../../matrix/model.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import { variablesOf } from '../../spec/engine/replay-settings.ts';
import type { LoopbackProvider } from '../serve/provider.ts';

/** What a command line came to. */
export interface CommandEnd {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A secret that no server needs to know: whoever finds it in a file has found a leak. */
export const loopbackSecret = 'loopback-needs-no-key-0123456789';

/** The command line `record`, as a maintainer types it, against a provider at loopback. */
export interface Recording {
  readonly column: ProviderApi;
  readonly from: LoopbackProvider;
  readonly into: string;
  /** Patterns of conversations; all of the provider API unless told. */
  readonly cases?: readonly string[];
  /** Variables of the environment besides those that are set. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Told of the process as soon as it runs. */
  readonly onStart?: (child: ReturnType<typeof spawn>) => void;
}

/** Runs it to its end, whatever that is. */
export async function recordFrom({
  column,
  from,
  into,
  cases = [column.id],
  environment = {},
  onStart,
}: Recording): Promise<CommandEnd> {
  const trust = await mkdtemp(join(tmpdir(), 'round-trip-'));
  try {
    const certificate = join(trust, 'ca.pem');
    if (from.ca !== undefined) await writeFile(certificate, from.ca);
    const child = spawn(
      process.execPath,
      [
        'scripts/atc.ts',
        ...['record', '--yes', ...cases, '--base-url', from.baseUrl, '--out', into],
        ...Object.entries(from.endpoints).flatMap(([name, url]) => ['--base-url', `${name}=${url}`]),
      ],
      {
        cwd: repositoryFolder,
        env: {
          ...process.env,
          ...environment,
          ...credentialsFor(column),
          ...(from.ca === undefined ? {} : { NODE_EXTRA_CA_CERTS: certificate }),
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    const ended = new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
    onStart?.(child);
    const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    return { code, stdout, stderr };
  } finally {
    await rm(trust, { recursive: true, force: true });
  }
}

/** Every variable that recording a column reads: what is secret, and for names what replay puts in their place. */
function credentialsFor({ recording, surfaces }: ProviderApi): Record<string, string> {
  const all = [recording, ...surfaces.map((surface) => surface.recording)].flatMap((one) => (one ? [one] : []));
  return Object.fromEntries(
    all.flatMap((one) => {
      const names = Object.values(one.parameters ?? {});
      return variablesOf(one).map((variable) => [
        variable,
        names.find(({ from }) => from === variable)?.replay ?? loopbackSecret,
      ]);
    }),
  );
}
