/** The only place that reads the environment. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readFault, type Fault } from '@millrace/wire/fault-points';
import { LOG_BOUNDS, type LogBounds } from '@millrace/wire/process-log';
import { addressRange } from '@millrace/wire/address-ranges';
import { findHome } from './home.ts';
import { DEFAULT_LIMITS, type Limits } from '../base/limits.ts';
import { withSecretFiles } from './secret-settings.ts';
import {
  readMailSetting,
  type MailSetting,
  readOpenIdSetting,
  type OpenIdSetting,
  readOpenLineageSetting,
  readAuthoritiesSetting,
  opensDeliveryNetworks,
  OUTBOUND_ALLOW,
  readDeliverySetting,
  readOutboundSetting,
  type OutboundSetting,
} from '../outbound/settings.ts';
import { readS3Settings, type S3Settings } from '../blobs/s3-settings.ts';
import { StartError } from '../base/start-error.ts';

/** The settings of a server process. */
export type Config = {
  home: string;
  /** The folder of the content, shared by the processes of one database. With a bucket, it only holds uploads until they are checked. */
  blobFolder: string;
  /** The bucket for content; the folder when undefined. */
  s3: S3Settings | undefined;
  /** An external PostgreSQL; the embedded one when undefined. */
  databaseUrl: string | undefined;
  host: string;
  port: number;
  /** The address for metrics and health; they are not served without a port. */
  watch: { host: string; port: number | undefined };
  /** The most seconds for which a stopping server still answers callers that keep connections. */
  drainSeconds: number;
  /** The address of the server for callers from outside; the address it listens on when undefined. */
  publicUrl: string | undefined;
  /** The folder of the built console; it is not served when undefined. */
  consoleFolder: string | undefined;
  /** The folder of the built manual; a page says how to build it when undefined. */
  manualFolder: string | undefined;
  /** Ranges of the proxies whose reports of the address of a client are trusted. */
  trustedProxies: readonly string[];
  /** Addresses, beside public ones, of servers that a caller may name. */
  outbound: OutboundSetting;
  /**
   * The same for receivers of events. `authorities`: certificates in PEM that are trusted in addition to those of Node. `acceptsAnyHost`: their URLs may
   * have an address or the name of a single machine.
   */
  deliveries: { outbound: OutboundSetting; authorities: string | undefined; acceptsAnyHost: boolean };
  /** The mail server; none when undefined. */
  mail: MailSetting | undefined;
  /** The address that gets OpenLineage events; none when undefined. */
  openLineageUrl: string | undefined;
  /** The identity provider by which people sign in; none when undefined. */
  openId: OpenIdSetting | undefined;
  /** Whether OAuth clients may register themselves. */
  registersClients: boolean;
  /** The algorithm of access tokens. */
  tokenAlgorithm: 'ES384' | 'ES256';
  /** Key of the install as text; read from the home folder when undefined. */
  key: string | undefined;
  /** Whether a process that serves the API writes a token and a link of the administrator into its home folder. */
  writesAdministratorFiles: boolean;
  /** Earlier keys of the install, as texts, for values that they encrypted. */
  oldKeys: readonly string[];
  roles: { api: boolean; worker: boolean };
  /** Whether a built-in engine starts with the server, how many tasks it runs at once, and its environment, without settings of the server. */
  engine: { enabled: boolean; capacity: number; environment: Record<string, string> };
  /** Whether engines that do not isolate their tasks get work although several people use the install. */
  allowsUnisolatedTasks: boolean;
  /** Whether a URL that starts work without a token needs an active account that has set it. */
  needsMakers: boolean;
  /** The settings of OpenTelemetry, as they are. */
  telemetry: Record<string, string>;
  logLevel: string;
  /** The destination of the log, and the limits of its files. */
  log: { output: 'file' | 'stdout' } & LogBounds;
  /** The requests that get a line in the log. */
  requestLog: RequestLog;
  checkAnswers: boolean;
  poolSize: number;
  limits: Limits;
  /** The fault point at which a test kills this process. */
  fault: Fault | undefined;
};

/** The requests that get a line in the log: all, those that were refused or failed, or none. */
export type RequestLog = 'all' | 'failed' | 'none';

type Environment = Record<string, string | undefined>;

/** Reads the configuration; throws a `StartError` of one line for an invalid value. */
export function readConfig(given: Environment = process.env): Config {
  const environment = withSecretFiles(given);
  const home = findHome(environment['MILLRACE_HOME'] || undefined);
  return {
    home,
    blobFolder: resolve(environment['MILLRACE_BLOB_FOLDER'] || join(home, 'blobs')),
    s3: readS3Settings(environment),
    databaseUrl: databaseUrl(environment['DATABASE_URL']),
    host: environment['MILLRACE_HOST'] || '127.0.0.1',
    port: integer(environment, 'MILLRACE_PORT', 8600, 0, 65_535),
    watch: { host: environment['MILLRACE_METRICS_HOST'] || '127.0.0.1', port: watchPort(environment) },
    drainSeconds: integer(environment, 'MILLRACE_DRAIN_SECONDS', 2, 0, 300),
    publicUrl: publicUrl(environment['MILLRACE_PUBLIC_URL']),
    consoleFolder: builtFolder(environment, 'MILLRACE_CONSOLE_FOLDER', 'console'),
    manualFolder: builtFolder(environment, 'MILLRACE_MANUAL_FOLDER', 'manual'),
    outbound: readOutboundSetting(environment),
    deliveries: {
      outbound: readDeliverySetting(environment),
      authorities: readAuthoritiesSetting(environment),
      acceptsAnyHost: opensDeliveryNetworks(environment),
    },
    trustedProxies: trustedProxies(environment['MILLRACE_TRUSTED_PROXIES']),
    mail: readMailSetting(environment),
    openLineageUrl: readOpenLineageSetting(environment),
    openId: readOpenIdSetting(environment),
    registersClients: oneOf(environment, 'MILLRACE_OAUTH_REGISTRATION', ['on', 'off'], 'off') === 'on',
    tokenAlgorithm: oneOf(environment, 'MILLRACE_TOKEN_ALGORITHM', ['ES384', 'ES256'], 'ES384'),
    key: environment['MILLRACE_KEY'] || undefined,
    writesAdministratorFiles: oneOf(environment, 'MILLRACE_ADMINISTRATOR_FILES', ['on', 'off'], 'on') === 'on',
    oldKeys: (environment['MILLRACE_OLD_KEYS'] ?? '')
      .split(',')
      .map((text) => text.trim())
      .filter(Boolean),
    roles: rolesOf(environment),
    engine: {
      enabled:
        oneOf(environment, 'MILLRACE_ENGINE', ['built-in', 'none'], environment['DATABASE_URL'] ? 'none' : 'built-in') === 'built-in',
      capacity: integer(environment, 'MILLRACE_ENGINE_CAPACITY', 4, 1, 1000),
      environment: engineEnvironment(environment, home),
    },
    allowsUnisolatedTasks: oneOf(environment, 'MILLRACE_UNISOLATED_TASKS', ['refuse', 'allow'], 'refuse') === 'allow',
    needsMakers: oneOf(environment, 'MILLRACE_OWNERLESS_WEBHOOKS', ['stop', 'run'], 'stop') === 'stop',
    telemetry: telemetryOf(environment),
    logLevel: oneOf(environment, 'MILLRACE_LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent'], 'info'),
    log: {
      output: oneOf(environment, 'MILLRACE_LOG_OUTPUT', ['file', 'stdout'], 'file'),
      bytes: integer(environment, 'MILLRACE_LOG_FILE_BYTES', LOG_BOUNDS.bytes, 2 ** 16, 2 ** 40),
      kept: integer(environment, 'MILLRACE_LOG_FILES', LOG_BOUNDS.kept, 1, 1000),
    },
    requestLog: oneOf(environment, 'MILLRACE_REQUEST_LOG', ['all', 'failed', 'none'], 'failed'),
    checkAnswers: oneOf(environment, 'MILLRACE_CHECK_ANSWERS', ['on', 'off'], 'off') === 'on',
    poolSize: integer(environment, 'MILLRACE_DATABASE_CONNECTIONS', 10, 2, 500),
    limits: {
      uploadBytes: integer(environment, 'MILLRACE_UPLOAD_BYTES', DEFAULT_LIMITS.uploadBytes, 1, 2 ** 40),
      leaseSeconds: integer(environment, 'MILLRACE_LEASE_SECONDS', DEFAULT_LIMITS.leaseSeconds, 1, 3600),
      busyRetrySeconds: seconds(environment, 'MILLRACE_BUSY_RETRY_SECONDS', DEFAULT_LIMITS.busyRetrySeconds),
      engineWaitSeconds: integer(environment, 'MILLRACE_ENGINE_WAIT_SECONDS', DEFAULT_LIMITS.engineWaitSeconds, 1, 31_536_000),
      callBytes: integer(environment, 'MILLRACE_CALL_BYTES', DEFAULT_LIMITS.callBytes, 1, 2 ** 24),
      callsPerMinute: integer(environment, 'MILLRACE_CALLS_PER_MINUTE', DEFAULT_LIMITS.callsPerMinute, 1, 10_000_000),
      requestsPerMinute: integer(environment, 'MILLRACE_REQUESTS_PER_MINUTE', DEFAULT_LIMITS.requestsPerMinute, 1, 10_000_000),
      tier1PerMinute: integer(environment, 'MILLRACE_TIER1_PER_MINUTE', DEFAULT_LIMITS.tier1PerMinute, 1, 10_000_000),
      tier2PerMinute: integer(environment, 'MILLRACE_TIER2_PER_MINUTE', DEFAULT_LIMITS.tier2PerMinute, 1, 10_000_000),
      streamsPerCaller: integer(environment, 'MILLRACE_STREAMS_PER_CALLER', DEFAULT_LIMITS.streamsPerCaller, 1, 100_000),
      slowCallerSeconds: integer(environment, 'MILLRACE_SLOW_CALLER_SECONDS', DEFAULT_LIMITS.slowCallerSeconds, 1, 3600),
      users: integer(environment, 'MILLRACE_MAX_USERS', DEFAULT_LIMITS.users, 1, DEFAULT_LIMITS.users),
      serviceAccounts: integer(environment, 'MILLRACE_SERVICE_ACCOUNTS', DEFAULT_LIMITS.serviceAccounts, 0, 1_000_000),
      oauthGrants: integer(environment, 'MILLRACE_OAUTH_GRANTS', DEFAULT_LIMITS.oauthGrants, 1, 1_000_000),
      allowlistEntries: integer(environment, 'MILLRACE_ALLOWLIST_ENTRIES', DEFAULT_LIMITS.allowlistEntries, 0, 100_000),
      sessionIdleMinutes: integer(environment, 'MILLRACE_SESSION_IDLE_MINUTES', DEFAULT_LIMITS.sessionIdleMinutes, 5, 525_600),
      sessionMinutes: integer(environment, 'MILLRACE_SESSION_MINUTES', DEFAULT_LIMITS.sessionMinutes, 5, 525_600),
      sampleRows: integer(environment, 'MILLRACE_SAMPLE_ROWS', DEFAULT_LIMITS.sampleRows, 1, 10_000),
      historyDays: integer(environment, 'MILLRACE_HISTORY_DAYS', DEFAULT_LIMITS.historyDays, 1, 3650),
      auditDays: integer(environment, 'MILLRACE_AUDIT_DAYS', DEFAULT_LIMITS.auditDays, 1, 3650),
      logDays: integer(environment, 'MILLRACE_LOG_DAYS', DEFAULT_LIMITS.logDays, 1, 3650),
      stallSeconds: integer(environment, 'MILLRACE_STALL_SECONDS', DEFAULT_LIMITS.stallSeconds, 1, 86_400),
    },
    fault: faultOf(environment),
  };
}

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string };

/** The version of this program, from its package. */
export const programVersion = (): string => version;

function telemetryOf(environment: Environment): Record<string, string> {
  const entries = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[0].startsWith('OTEL_') && Boolean(entry[1]),
  );
  return Object.fromEntries(entries);
}

/** Settings of OpenTelemetry for the built-in engine: without the name, since it is another program, and without headers, which may hold a secret. */
const ENGINE_TELEMETRY =
  /^OTEL_(?:SDK_DISABLED|RESOURCE_ATTRIBUTES|BSP_.+|TRACES_.+|EXPORTER_OTLP_(?:TRACES_)?(?:ENDPOINT|TIMEOUT|COMPRESSION|CERTIFICATE))$/;

/** Settings of the engine that the built-in one gets unchanged. */
const ENGINE_SETTINGS = [
  'MILLRACE_ENGINE_ISOLATION',
  'MILLRACE_ENGINE_USERS',
  'MILLRACE_ENGINE_TASK_FOLDERS',
  'MILLRACE_ENGINE_SHARED_FOLDERS',
  'MILLRACE_ENGINE_RUN_AS',
  'MILLRACE_ENGINE_OUTBOUND_ALLOW',
  'MILLRACE_LOG_FILE_BYTES',
  'MILLRACE_LOG_FILES',
];

/** Variables that tasks may see, and a cache of compiled code, which halves the memory use of the engine. */
function engineEnvironment(environment: Environment, home: string): Record<string, string> {
  const javas = Object.keys(environment).filter((name) => /^MILLRACE_JAVA_\d+$/.test(name));
  const passed = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'JAVA_HOME', 'TMPDIR', ...javas, ...ENGINE_SETTINGS].flatMap((name) => {
    const value = environment[name];
    return value === undefined || value === '' ? [] : [[name, value]];
  });
  const telemetry = Object.entries(telemetryOf(environment)).filter(([name]) => ENGINE_TELEMETRY.test(name));
  // The built-in engine belongs to the operator of the server, whose rules it obeys unless it has its own.
  const outbound = environment[OUTBOUND_ALLOW] ? { MILLRACE_ENGINE_OUTBOUND_ALLOW: environment[OUTBOUND_ALLOW] } : {};
  return { ...outbound, ...Object.fromEntries([...passed, ...telemetry]), NODE_COMPILE_CACHE: join(home, 'cache', 'compiled') };
}

/** The file with the name of the site is written last: a folder without it is incomplete. */
function builtFolder(environment: Environment, setting: string, site: 'console' | 'manual'): string | undefined {
  const folder = environment[setting];
  if (!folder) return undefined;
  const list = join(folder, `${site}.json`);
  if (existsSync(list)) return resolve(folder);
  throw new StartError(`${setting} has no built ${site}: ${list} is missing.`);
}

/** The error does not repeat the text, which may hold a password. */
function databaseUrl(text: string | undefined): string | undefined {
  if (!text) return undefined;
  if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) return text;
  throw new StartError('DATABASE_URL is not the address of a PostgreSQL database: set it to postgres://user:password@host:port/database.');
}

function publicUrl(text: string | undefined): string | undefined {
  if (!text) return undefined;
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username) return text.replace(/\/+$/, '');
  throw new StartError('MILLRACE_PUBLIC_URL is not the address of a server: set it to one such as https://millrace.example.com.');
}

function trustedProxies(text: string | undefined): string[] {
  if (!text) return [];
  const ranges = text.split(',').map((entry) => entry.trim());
  if (ranges.every((entry) => addressRange(entry) !== undefined)) return ranges;
  throw new StartError(
    `MILLRACE_TRUSTED_PROXIES is '${text}': set it to addresses and ranges such as 10.1.0.0/16, with commas between them.`,
  );
}

/** The port after that of the API: if two installs on one machine have different API ports, this port differs, too. */
function watchPort(environment: Environment): number | undefined {
  const name = 'MILLRACE_METRICS_PORT';
  const text = environment[name];
  if (text === 'none') return undefined;
  const port = integer(environment, 'MILLRACE_PORT', 8600, 0, 65_535);
  if (!text) return port === 0 ? 0 : (port % 65_535) + 1;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new StartError(`${name} is '${text}': set it to none or a whole number from 0 to 65535.`);
}

function rolesOf(environment: Environment): Config['roles'] {
  const role = oneOf(environment, 'MILLRACE_ROLE', ['all', 'api', 'worker'], 'all');
  return { api: role !== 'worker', worker: role !== 'api' };
}

function faultOf(environment: Environment): Fault | undefined {
  try {
    return readFault(environment);
  } catch (error) {
    throw new StartError((error as Error).message);
  }
}

function integer(environment: Environment, name: string, fallback: number, least: number, most: number): number {
  const text = environment[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new StartError(`${name} is '${text}': set it to a whole number from ${least} to ${most}.`);
}

/** Whole seconds with commas between them. */
function seconds(environment: Environment, name: string, fallback: readonly number[]): readonly number[] {
  const text = environment[name];
  if (text === undefined || text === '') return fallback;
  const values = text.split(',').map((one) => (/^ *\d{1,6} *$/.test(one) ? Number(one) : Number.NaN));
  if (values.every((value) => value <= 86_400) && values.length <= 20) return values;
  throw new StartError(`${name} is '${text}': set it to at most 20 whole numbers from 0 to 86400, with commas between them.`);
}

function oneOf<const Value extends string>(environment: Environment, name: string, values: readonly Value[], fallback: Value): Value {
  const text = environment[name];
  if (text === undefined || text === '') return fallback;
  const found = values.find((value) => value === text);
  if (found === undefined) throw new StartError(`${name} is '${text}': set it to one of ${values.join(', ')}.`);
  return found;
}
