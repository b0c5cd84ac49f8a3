/** The layouts of a bundle, its manifest and the limits of its zip. Nothing here reads a file: `zip-entries.ts` reads the zip. */
import { parseProperties } from './java-properties.ts';

/** The layout of a bundle: which files it consists of. */
export type BundleLayout = 'job-archive' | 'millrace';

/** A parameter that a bundle declares. */
export type BundleParameter = {
  name: string;
  value?: string;
  type: string;
  required: boolean;
  comment?: string;
  secret?: boolean;
  /** The values in all contexts of a job archive, where they differ; empty if all values of the archive together are too long. */
  contextValues?: Record<string, string>;
};

/** The manifest of a bundle. */
export type BundleManifest = {
  layout: BundleLayout;
  name?: string;
  version?: string;
  type: string;
  description?: string;
  parameters: BundleParameter[];
  /** The command of a millrace bundle; it is run in the folder of the bundle. */
  run?: string[];
  /** The parameters that a millrace bundle gets as environment variables; each variable has the name of its parameter. */
  environment?: string[];
  /** The name of the job of a job archive: its folder and run script are named after it. */
  job?: string;
  /** The context that the job of a job archive runs with if nobody chooses one. */
  contextName?: string;
  /** The names of the contexts of a job archive. */
  contexts?: string[];
};

/** The limits of a zip. One with more entries or bytes, or a higher ratio, is refused as a zip bomb. */
export const BUNDLE_LIMITS = {
  entries: 20_000,
  /** Unpacked bytes of one entry. */
  entryBytes: 4 * 2 ** 30,
  /** Unpacked bytes of all entries together. */
  totalBytes: 8 * 2 ** 30,
  /** Unpacked bytes for each packed byte, checked where an entry, or all together, have more than `ratioFrom` bytes. */
  ratio: 200,
  ratioFrom: 2 ** 20,
  nameBytes: 1024,
  manifestBytes: 2 ** 20,
} as const;

/** An entry of a zip, as its central directory describes it. */
export type BundleEntry = { name: string; packedBytes: number; unpackedBytes: number; externalAttributes: number; encrypted: boolean };

/** The command of a bundle whose run ends at once without a process, to measure everything of an execution except its process. */
export const NOOP_COMMAND = 'millrace:noop';

/** The name of the manifest of a millrace bundle. */
export const MANIFEST_NAME = 'millrace.json';
/** The name of the description of a job archive. */
export const JOB_INFO_NAME = 'jobInfo.properties';

const FILE_TYPE_MASK = 0o170000;
const REGULAR = 0o100000;
const FOLDER = 0o040000;
const LINK = 0o120000;

/** Returns a name from an untrusted zip as messages show it. */
export const shown = (name: string): string => JSON.stringify(name.slice(0, 80));

/**
 * Returns why an entry must not be unpacked, or undefined where it may be.
 * @rule bundles.entries.safe
 */
export function entryFault(entry: BundleEntry): string | undefined {
  const label = `entry ${shown(entry.name)}`;
  if (entry.name === '' || Buffer.byteLength(entry.name) > BUNDLE_LIMITS.nameBytes) return `${label} has an empty or overlong name`;
  if (/[\0\\]/.test(entry.name)) return `${label} has a backslash or a NUL in its name`;
  if (entry.name.startsWith('/') || /^[A-Za-z]:/.test(entry.name)) return `${label} has an absolute name`;
  if (entry.name.split('/').includes('..')) return `${label} leaves the folder it is unpacked to`;
  // "./" is allowed: it names the folder itself, and some packers list it.
  if (/(?:^|\/)\.$/.test(entry.name)) return `${label} has a name that no file can have`;
  const type = (entry.externalAttributes >>> 16) & FILE_TYPE_MASK;
  // The slash makes an entry a folder. Studio 6.0 gives its folders a mode of which every bit is set.
  const isFolder = entry.name.endsWith('/') && type !== LINK;
  if (!isFolder && type !== 0 && type !== REGULAR && type !== FOLDER) return `${label} is a link or a special file`;
  if (entry.encrypted) return `${label} is encrypted`;
  return undefined;
}

/**
 * Adds up the unpacked sizes and returns why a zip is refused as a zip bomb, or undefined where it is not.
 * @rule bundles.entries.bomb
 */
export function bombFault(entries: Iterable<BundleEntry>): string | undefined {
  let count = 0;
  let packed = 0;
  let total = 0;
  for (const entry of entries) {
    count += 1;
    packed += entry.packedBytes;
    total += entry.unpackedBytes;
    if (count > BUNDLE_LIMITS.entries) return `it holds more than ${BUNDLE_LIMITS.entries} entries`;
    if (entry.unpackedBytes > BUNDLE_LIMITS.entryBytes) return `an entry unpacks to more than ${BUNDLE_LIMITS.entryBytes} bytes`;
    if (total > BUNDLE_LIMITS.totalBytes) return `it unpacks to more than ${BUNDLE_LIMITS.totalBytes} bytes`;
    if (isOutOfRatio(entry.unpackedBytes, entry.packedBytes))
      return `an entry unpacks to more than ${BUNDLE_LIMITS.ratio} times its packed size`;
  }
  return isOutOfRatio(total, packed) ? `its entries unpack to more than ${BUNDLE_LIMITS.ratio} times their packed size` : undefined;
}

const isOutOfRatio = (unpacked: number, packed: number): boolean =>
  unpacked > BUNDLE_LIMITS.ratioFrom && unpacked > packed * BUNDLE_LIMITS.ratio;

/** A bundle, or another zip, that cannot be used; the message says why. */
export class BundleError extends Error {}

/**
 * Parses `millrace.json`, or throws a `BundleError`. The types of its parameter fields are checked for a new bundle only, so that bundles published before
 * that check still run.
 * @rule bundles.millrace.manifest
 */
export function parseManifest(text: string, { isNew = false } = {}): BundleManifest {
  let raw: unknown;
  try {
    raw = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new BundleError(`${MANIFEST_NAME} is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) throw new BundleError(`${MANIFEST_NAME} must hold an object`);
  const manifest = raw as Record<string, unknown>;
  const { run } = manifest;
  if (!Array.isArray(run) || run.length === 0 || !run.every((word) => typeof word === 'string' && word !== '')) {
    throw new BundleError(`${MANIFEST_NAME}: "run" must be a list of words, such as ["node", "main.mjs"]`);
  }
  const name = textOf(manifest, 'name');
  const version = textOf(manifest, 'version');
  const description = textOf(manifest, 'description');
  return {
    layout: 'millrace',
    ...(name !== undefined && { name }),
    ...(version !== undefined && { version }),
    ...(description !== undefined && { description }),
    type: textOf(manifest, 'type') ?? 'standard',
    parameters: parametersOf(manifest['parameters'], isNew),
    environment: environmentOf(manifest['environment']),
    run: run as string[],
  };
}

/** Variables that the engine sets itself, and those that make the program loader run other code. */
const RESERVED = /^(?:PATH|HOME|USER|LOGNAME|TMPDIR|LANG|LC_.*|TZ|JAVA_HOME|TRACEPARENT|MILLRACE_.*|LD_.*|DYLD_.*)$/;

/**
 * Returns the parameters that may become environment variables. The author of the bundle must list them, because the account that starts a task
 * chooses the values, and some variables make programs run code.
 * @rule bundles.millrace.environment
 */
function environmentOf(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new BundleError(`${MANIFEST_NAME}: "environment" must be a list of names of parameters`);
  return value.map((name: unknown) => {
    if (typeof name !== 'string' || !/^[A-Za-z_][A-Za-z0-9_]{0,254}$/.test(name))
      throw new BundleError(`${MANIFEST_NAME}: "environment" holds ${JSON.stringify(name)}, which cannot be the name of a variable`);
    if (RESERVED.test(name)) throw new BundleError(`${MANIFEST_NAME}: "environment" holds ${name}, which is reserved`);
    return name;
  });
}

function textOf(manifest: Record<string, unknown>, key: string): string | undefined {
  const value = manifest[key];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' || value === '') throw new BundleError(`${MANIFEST_NAME}: "${key}" must be a text`);
  return value;
}

/** The fields of a parameter beside its name: the types that each may have, and their description in messages. */
const PARAMETER_FIELDS: readonly (readonly [string, readonly string[], string])[] = [
  ['type', ['string'], 'a text'],
  ['value', ['string', 'number', 'boolean'], 'a text, a number, true or false'],
  ['required', ['boolean'], 'true or false'],
  ['comment', ['string'], 'a text'],
  ['secret', ['boolean'], 'true or false'],
];

function parametersOf(value: unknown, isNew: boolean): BundleParameter[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new BundleError(`${MANIFEST_NAME}: "parameters" must be a list`);
  const seen = new Set<string>();
  return value.map((item: unknown, index) => {
    const parameterLabel = `${MANIFEST_NAME}: parameter ${index + 1}`;
    if (typeof item !== 'object' || item === null) throw new BundleError(`${parameterLabel} must be an object`);
    const raw = item as Record<string, unknown>;
    const name = raw['name'];
    if (typeof name !== 'string' || !/^[A-Za-z_][A-Za-z0-9_.-]{0,254}$/.test(name)) {
      throw new BundleError(`${parameterLabel} needs a name of letters, digits, dots, hyphens and underscores`);
    }
    if (seen.has(name)) throw new BundleError(`${parameterLabel} repeats the name ${name}`);
    seen.add(name);
    const wrong = PARAMETER_FIELDS.find(
      ([field, kinds]) => raw[field] !== undefined && raw[field] !== null && !kinds.includes(typeof raw[field]),
    );
    if (isNew && wrong) throw new BundleError(`${parameterLabel}, ${name}: "${wrong[0]}" must be ${wrong[2]}`);
    const parameter: BundleParameter = {
      name,
      type: typeof raw['type'] === 'string' ? raw['type'] : 'string',
      required: raw['required'] === true,
    };
    if (raw['value'] !== undefined && raw['value'] !== null) parameter.value = String(raw['value']);
    if (typeof raw['comment'] === 'string') parameter.comment = raw['comment'];
    if (typeof raw['secret'] === 'boolean') parameter.secret = raw['secret'];
    return parameter;
  });
}

/** The types of artifact by the jobType of Studio, which has had several words for some. */
const JOB_TYPES: readonly (readonly [RegExp, string, string])[] = [
  [/stream|storm/i, 'big_data_streaming', 'a Big Data streaming job'],
  [/big ?data|spark|map ?reduce/i, 'big_data_batch', 'a Big Data batch job'],
  [/route|mediation/i, 'route', 'a route'],
  [/service/i, 'data_service', 'a data service'],
];

/**
 * Parses `jobInfo.properties` of a job archive. Throws a `BundleError` if it does not name the job.
 * @rule bundles.job-archive.info
 */
export function parseJobInfo(text: string): BundleManifest {
  const properties = parseProperties(text.replace(/^\uFEFF/, ''));
  const valueOf = (name: string): string | undefined => properties.get(name)?.trim() || undefined;
  const job = valueOf('job');
  if (!job || !/^[A-Za-z0-9_][A-Za-z0-9_.-]*$/.test(job))
    throw new BundleError(`${JOB_INFO_NAME} must name the job, as in "job=LoadAirports"`);
  const [version, contextName, jobType = ''] = [valueOf('jobVersion'), valueOf('contextName'), valueOf('jobType')];
  return {
    layout: 'job-archive',
    name: job,
    job,
    ...(contextName && { contextName }),
    ...(version && { version }),
    type: JOB_TYPES.find(([words]) => words.test(jobType))?.[1] ?? 'standard',
    parameters: [],
  };
}

/**
 * Returns why a job archive of another type than standard is refused where the caller does not state its type, and what to do; undefined for a
 * standard job.
 * @rule bundles.job-archive.kind
 */
export function kindFault({ layout, type }: Pick<BundleManifest, 'layout' | 'type'>): string | undefined {
  const kind = JOB_TYPES.find(([, name]) => name === type)?.[2];
  if (layout !== 'job-archive' || kind === undefined) return undefined;
  const isService = type === 'route' || type === 'data_service';
  const advice = isService
    ? 'build it as a microservice and put its jar into a millrace bundle that runs it (docs/bundles.md)'
    : 'start it from a standard job or from a millrace bundle, for example by spark-submit (docs/bundles.md)';
  return `its ${JOB_INFO_NAME} says that it is ${kind}, and Millrace runs standard jobs: ${advice}. If its run script starts it without a server, publish it with "type": "${type}"`;
}
