/** Real traffic held against the provider's own types, and against the rules for which it refuses a request. */

import { join } from 'node:path';
import Type from 'typebox';
import { readDataFile } from '../../lib/data-file.ts';
import { assertKnown } from '../../lib/did-you-mean.ts';
import { UserError } from '../../lib/user-error.ts';
import { providerApiIds } from '../../matrix/ids.ts';
import { loadMatrix } from '../../matrix/load.ts';
import { providerOf } from '../../matrix/model.ts';
import type { Exchange } from '../../recordings/format/exchange.ts';
import { wireReaderFor } from '../wire/index.ts';
import type { WireReader } from '../wire/reader.ts';
import { requestBodyOf } from '../wire/request-requirements.ts';
import { answerViolations } from '../wire/rules/answers.ts';
import type { WireProblem } from '../wire/schemas/index.ts';
import { listCorpus, type RealUnit, realUnits } from './files.ts';
import { loadFolders } from './folders.ts';

/** An exchange of the corpus, with its place in a file. */
export interface RealExchange {
  readonly place: string;
  readonly exchange: Exchange;
  /** False where the source keeps only the answer. */
  readonly hasRequest: boolean;
  /** What went over the wire before it, in its file. */
  readonly earlier: readonly Exchange[];
}

/** Something of a real exchange that our schemas or rules refuse. */
export interface RealFailure {
  readonly place: string;
  /** `schema`, or the id of the rule: `rule tool-names`. */
  readonly by: string;
  readonly path: string;
  readonly message: string;
  /** Why that is so; absent where nobody says. */
  readonly reason?: string;
  /** How the recording departs from the service, where somebody says. */
  readonly departs?: SchemaReason['departs'];
}

/** What occurs that is no failure: a member that the SDK does not have, or one that it requires and that lacks. */
export interface Notice {
  readonly what: string;
  readonly count: number;
  readonly seen: string;
}

/** What came of a provider API's traffic. Plain JSON. */
export interface RealSchemaReport {
  readonly providerApi: string;
  readonly exchanges: number;
  /** How many bodies, events and places of rules were looked at. */
  readonly compared: number;
  /** Exchanges of which something is refused that went over the wire as it is, explained or not. */
  readonly failing: number;
  readonly failures: readonly RealFailure[];
  readonly extras: readonly Notice[];
  readonly missing: readonly Notice[];
  /** Files, with reasons for what does not occur in them: they would hide the next one. */
  readonly needless: readonly string[];
}

/** Holds real exchanges of a column against its schemas and rules. Pure. */
export function judgeReal(
  reader: WireReader,
  exchanges: readonly RealExchange[],
  reasons: readonly SchemaReason[] = [],
): RealSchemaReport {
  const judged = exchanges.map((real) => {
    const { failures: unexplained, ...rest } = judgeOne(real, reader);
    return { ...rest, failures: unexplained.map((failure) => explained(failure, reasons)) };
  });
  const failures = judged.flatMap((one) => one.failures);
  const notices = judged.flatMap((one) => one.notices);
  return {
    providerApi: reader.providerApi,
    exchanges: exchanges.length,
    compared: judged.reduce((total, { compared }) => total + compared, 0),
    failing: judged.filter((one) => one.failures.some(({ departs }) => !departs || departs === 'outdated')).length,
    failures,
    extras: counted(notices.filter(({ kind }) => kind === 'extra')),
    missing: counted(notices.filter(({ kind }) => kind === 'missing')),
    needless: reasons.flatMap(({ files, ...reason }) =>
      files
        .filter((file) => exchanges.some(({ place }) => place.startsWith(file)))
        .filter((file) => !failures.some((failure) => explains({ files: [file], ...reason }, failure)))
        .map((file) => `${file}: ${reason.reason}`),
    ),
  };
}

/** Less than one exchange in a hundred is refused, each refusal is explained, and no explanation is there for nothing. */
export const isSound = ({ exchanges, failing, failures, needless }: RealSchemaReport): boolean =>
  exchanges > 0 &&
  failing < 0.01 * exchanges &&
  failures.every(({ reason }) => reason !== undefined) &&
  needless.length === 0;

interface Judged {
  readonly compared: number;
  readonly failures: readonly RealFailure[];
  readonly notices: readonly { readonly kind: string; readonly what: string; readonly place: string }[];
}

function judgeOne({ place, exchange, hasRequest, earlier }: RealExchange, reader: WireReader): Judged {
  const { schemas, rules = [] } = reader;
  // What was refused may well be wrong.
  const isAnswered = hasRequest && exchange.response.status < 300;
  const request = isAnswered ? schemas?.request(exchange) : undefined;
  const response = schemas?.response(exchange);
  const problems = [...(request?.problems ?? []), ...(response?.problems ?? [])];
  const fails = ({ kind, refusal }: WireProblem) => kind === 'failure' || refusal !== undefined;
  const asked = { exchange, body: requestBodyOf(exchange), earlier };
  const broken = isAnswered ? rules.map((rule) => ({ rule, ...rule.judge(asked) })) : [];
  return {
    compared: [request, response, ...broken].reduce((total, part) => total + (part?.compared ?? 0), 0),
    failures: [
      ...problems.filter(fails).map(({ path, message, definition }) => ({
        place,
        by: 'schema',
        path,
        message: `${message} (${definition})`,
      })),
      ...broken.flatMap(({ rule, breaches }) =>
        breaches.map(({ path, message }) => ({ place, by: `rule ${rule.id}`, path: `request.${path}`, message })),
      ),
      ...answerViolations(reader, exchange, earlier).map(({ rule, path, message }) => ({
        place,
        by: `rule ${rule.id}`,
        path,
        message,
      })),
    ],
    notices: problems
      .filter((problem) => !fails(problem))
      .map(({ kind, owner, path }) => {
        const member = path.slice(path.lastIndexOf('.') + 1);
        return { kind, what: owner === undefined ? pattern(path) : `${owner}.${member}`, place };
      }),
  };
}

function explained(failure: RealFailure, reasons: readonly SchemaReason[]): RealFailure {
  const found = reasons.find((each) => explains(each, failure));
  if (!found) return failure;
  return { ...failure, reason: found.reason, departs: found.departs };
}

const explains = ({ files, paths }: SchemaReason, { place, path }: RealFailure): boolean =>
  files.some((file) => place.startsWith(file)) && paths.includes(pattern(path));

/** A path with `[]` for any index. */
const pattern = (path: string): string => path.replaceAll(/\[\d+\]/g, '[]');

function counted(notices: Judged['notices']): Notice[] {
  const groups = [...Map.groupBy(notices, ({ what }) => what)];
  return groups
    .map(([what, list]) => ({ what, count: list.length, seen: list[0]?.place ?? '' }))
    .sort((a, b) => b.count - a.count || (a.what < b.what ? -1 : 1));
}

const text = Type.String({ minLength: 1 });
const closed = { additionalProperties: false };

const SchemaReason = Type.Object(
  {
    files: Type.Array(text, { minItems: 1, description: 'Files of the corpus.' }),
    paths: Type.Array(text, { minItems: 1, description: 'Places, `[]` for any index: `request.body.tools[].type`.' }),
    departs: Type.Enum(['altered', 'rebuilt', 'outdated'], {
      description:
        'How the recording departs from the service of today: its publisher changed what is refused, wrote it without recording it, or the service took it once and no longer does.',
    }),
    reason: Type.String({ minLength: 10, description: 'Why it is refused here, though the service took or gave it.' }),
  },
  closed,
);
export type SchemaReason = Type.Static<typeof SchemaReason>;

const Reasons = Type.Object(
  Object.fromEntries(providerApiIds.map((id) => [id, Type.Optional(Type.Array(SchemaReason))])),
  closed,
);

/** Why some of real traffic is refused by schemas or rules. @throws {UserError} the file is malformed. */
export const loadSchemaReasons = (
  path: string = join(import.meta.dirname, 'known-schema-violations.yaml'),
): Promise<Type.Static<typeof Reasons>> => readDataFile(path, Reasons, 'list of what real traffic is refused for');

/**
 * Holds a corpus against the providers' own types and rules, column by column; columns without real traffic are left out.
 *
 * @throws {UserError} the corpus or the list of reasons is missing or malformed, the provider API is unknown, or there is no
 * traffic of it.
 */
export async function readSchemas(directories: string | undefined, provider?: string): Promise<RealSchemaReport[]> {
  if (provider !== undefined) assertKnown('provider API', provider, providerApiIds);
  const [corpus, matrix, reasons] = await Promise.all([
    loadFolders().then((folders) => listCorpus(directories, folders)),
    loadMatrix(),
    loadSchemaReasons(),
  ]);
  const reports: RealSchemaReport[] = [];
  for (const id of providerApiIds) {
    if (provider !== undefined && provider !== id) continue;
    const units = await realUnits(corpus, providerOf(matrix, id));
    if (units.length === 0) continue;
    reports.push(judgeReal(await wireReaderFor(id), units.flatMap(realExchanges), reasons[id]));
  }
  if (reports.length > 0) return reports;
  throw new UserError(`no real traffic of ${provider ?? 'any provider API'}`, {
    hint: 'set CORPUS_DIR to folders that have one folder of recordings for each provider API',
  });
}

function realExchanges({ exchanges }: RealUnit): RealExchange[] {
  const earlier: Exchange[] = [];
  return exchanges.flatMap(({ place, recorded, served }) =>
    served.map((exchange) => {
      const before = [...earlier];
      earlier.push(exchange);
      return { place, exchange, hasRequest: recorded.request !== null, earlier: before };
    }),
  );
}
