/** The only place that reads the environment. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { addressRange } from '@millrace/wire/address-ranges';
import { type Fault, readFault } from '@millrace/wire/fault-points';
import type { LogBounds } from '@millrace/wire/process-log';
import { StartError } from '../core/base/start-error.ts';
import { readS3Settings, type S3Settings } from '../core/blobs/s3-settings.ts';
import type { RequestLog } from '../core/http/request-watch.ts';
import {
  type MailSetting,
  opensDeliveryNetworks,
  OUTBOUND_ALLOW,
  type OutboundSetting,
  readAuthoritiesSetting,
  readDeliverySetting,
  readMailSetting,
  readOpenIdSetting,
  readOpenLineageSetting,
  readOutboundSetting,
} from '../core/outbound/settings.ts';
import { findHome } from '../core/platform/home.ts';
import type { Platform, ServerSettings } from '../core/platform/platform.ts';
import { withSecretFiles } from './secret-settings.ts';
import { type Environment, settingsIn } from './settings.ts';

/** The settings of a server process. */
export type Config = Pick<ServerSettings, 'limits' | 'needsMakers' | 'openId' | 'openLineageUrl' | 'registersClients'> & {
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
  /** The algorithm of access tokens. */
  tokenAlgorithm: 'ES384' | 'ES256';
  /** Key of the install as text; read from the home folder when undefined. */
  key: string | undefined;
  /** Whether a process that serves the API writes a token and a link of the administrator into its home folder. */
  writesAdministratorFiles: boolean;
  /** Further keys of the install, as texts, which only decrypt. */
  oldKeys: readonly string[];
  roles: Platform['process']['roles'];
  /** Whether a built-in engine starts with the server, how many tasks it runs at once, and its environment, without settings of the server. */
  engine: { enabled: boolean; capacity: number; environment: Record<string, string> };
  /** Whether engines that do not isolate their tasks get work although several people use the install. */
  allowsUnisolatedTasks: boolean;
  /** The settings of OpenTelemetry, as they are. */
  telemetry: Record<string, string>;
  logLevel: string;
  /** The destination of the log, and the limits of its files. */
  log: { output: 'file' | 'stdout' } & LogBounds;
  /** The requests that get a line in the log. */
  requestLog: RequestLog;
  checkAnswers: boolean;
  poolSize: number;
  /** The fault point at which a test kills this process. */
  fault: Fault | undefined;
};

/** Reads the configuration; throws a `StartError` of one line for an invalid value. */
export function readConfig(given: Environment = process.env): Config {
  const environment = withSecretFiles(given);
  const value = settingsIn(environment);
  const home = findHome(value('MILLRACE_HOME'));
  return {
    home,
    blobFolder: resolve(value('MILLRACE_BLOB_FOLDER') ?? join(home, 'blobs')),
    s3: readS3Settings(environment),
    databaseUrl: databaseUrl(environment['DATABASE_URL']),
    host: value('MILLRACE_HOST'),
    port: value('MILLRACE_PORT'),
    watch: { host: value('MILLRACE_METRICS_HOST'), port: watchPort(value('MILLRACE_PORT'), value('MILLRACE_METRICS_PORT')) },
    drainSeconds: value('MILLRACE_DRAIN_SECONDS'),
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
    registersClients: value('MILLRACE_OAUTH_REGISTRATION') === 'on',
    tokenAlgorithm: value('MILLRACE_TOKEN_ALGORITHM'),
    key: value('MILLRACE_KEY'),
    writesAdministratorFiles: value('MILLRACE_ADMINISTRATOR_FILES') === 'on',
    oldKeys: (environment['MILLRACE_OLD_KEYS'] ?? '')
      .split(',')
      .map((text) => text.trim())
      .filter(Boolean),
    roles: { api: value('MILLRACE_ROLE') !== 'worker', worker: value('MILLRACE_ROLE') !== 'api' },
    engine: {
      enabled: (value('DATABASE_URL') && !environment['MILLRACE_ENGINE'] ? 'none' : value('MILLRACE_ENGINE')) === 'built-in',
      capacity: value('MILLRACE_ENGINE_CAPACITY'),
      environment: engineEnvironment(environment, home),
    },
    allowsUnisolatedTasks: value('MILLRACE_UNISOLATED_TASKS') === 'allow',
    needsMakers: value('MILLRACE_OWNERLESS_WEBHOOKS') === 'stop',
    telemetry: telemetryOf(environment),
    logLevel: value('MILLRACE_LOG_LEVEL'),
    log: {
      output: value('MILLRACE_LOG_OUTPUT'),
      bytes: value('MILLRACE_LOG_FILE_BYTES'),
      kept: value('MILLRACE_LOG_FILES'),
    },
    requestLog: value('MILLRACE_REQUEST_LOG'),
    checkAnswers: value('MILLRACE_CHECK_ANSWERS') === 'on',
    poolSize: value('MILLRACE_DATABASE_CONNECTIONS'),
    limits: {
      uploadBytes: value('MILLRACE_UPLOAD_BYTES'),
      leaseSeconds: value('MILLRACE_LEASE_SECONDS'),
      busyRetrySeconds: value('MILLRACE_BUSY_RETRY_SECONDS'),
      engineWaitSeconds: value('MILLRACE_ENGINE_WAIT_SECONDS'),
      callBytes: value('MILLRACE_CALL_BYTES'),
      callsPerMinute: value('MILLRACE_CALLS_PER_MINUTE'),
      requestsPerMinute: value('MILLRACE_REQUESTS_PER_MINUTE'),
      tier1PerMinute: value('MILLRACE_TIER1_PER_MINUTE'),
      tier2PerMinute: value('MILLRACE_TIER2_PER_MINUTE'),
      streamsPerCaller: value('MILLRACE_STREAMS_PER_CALLER'),
      slowCallerSeconds: value('MILLRACE_SLOW_CALLER_SECONDS'),
      users: value('MILLRACE_MAX_USERS'),
      serviceAccounts: value('MILLRACE_SERVICE_ACCOUNTS'),
      oauthGrants: value('MILLRACE_OAUTH_GRANTS'),
      allowlistEntries: value('MILLRACE_ALLOWLIST_ENTRIES'),
      sessionIdleMinutes: value('MILLRACE_SESSION_IDLE_MINUTES'),
      sessionMinutes: value('MILLRACE_SESSION_MINUTES'),
      sampleRows: value('MILLRACE_SAMPLE_ROWS'),
      historyDays: value('MILLRACE_HISTORY_DAYS'),
      auditDays: value('MILLRACE_AUDIT_DAYS'),
      logDays: value('MILLRACE_LOG_DAYS'),
      stallSeconds: value('MILLRACE_STALL_SECONDS'),
    },
    fault: faultOf(environment),
  };
}

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

/** The variables of the built-in engine: those that tasks may see, its settings, and a cache of compiled code, which halves its memory use. */
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

/** Returns the folder of a built site; refuses an incomplete one, which lacks the file with the name of the site, because that is written last. */
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

/** The port of metrics and health. By default it comes after that of the API: if the API ports of two installs on a machine differ, these do, too. */
function watchPort(port: number, text: string | undefined): number | undefined {
  if (text === 'none') return undefined;
  if (!text) return port === 0 ? 0 : (port % 65_535) + 1;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new StartError(`MILLRACE_METRICS_PORT is '${text}': set it to none or a whole number from 0 to 65535.`);
}

function faultOf(environment: Environment): Fault | undefined {
  try {
    return readFault(environment);
  } catch (error) {
    throw new StartError((error as Error).message);
  }
}
