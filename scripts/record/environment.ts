import { parseEnv } from 'node:util';
import { place } from '../../files/place.ts';
import { readIfThere, textOf } from '../../files/read-plain.ts';
import { UserError } from '../../files/user-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment, with what a file such as `.env` adds: a variable that is set already wins, as with `node --env-file`.
 *
 * @param path `.env` of the working folder unless told; it need not be there
 * @throws {UserError} a file that was named is missing, or it is no text.
 */
export function environmentWith(environment: Environment, path: string | undefined): Environment {
  const bytes = readIfThere(path ?? '.env', 'environment file');
  if (bytes) return { ...parseEnv(textOf(bytes, path ?? '.env', 'environment file')), ...environment };
  if (path === undefined) return environment;
  throw new UserError('no such file', {
    where: place(path),
    hint: 'leave out --env-file, or name the file that holds your keys',
  });
}
