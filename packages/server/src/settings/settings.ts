/**
 * Every setting of the server: what it means, its default and its valid values. docs/settings.md is made from this list. To add one: its row here, its
 * field in `config.ts` (for a limit, in `core/base/limits.ts`), then `npm run generate`.
 */
import { LOG_BOUNDS } from '@millrace/wire/process-log';
import { StartError } from '../core/base/start-error.ts';

/** The values of environment variables. An empty one counts as not set. */
export type Environment = Record<string, string | undefined>;

/** A setting. `default` and `valid` are the words of docs/settings.md; without `valid`, the refusal of an invalid value says it. */
type Setting<Value> = { meaning: string; default: string; valid: string | undefined; read(text: string | undefined, name: string): Value };

/** Begins a setting with its meaning. What follows says how its text is read. */
const means = (meaning: string) => ({
  /** Any text; `config.ts` checks it. */
  text: (shown: string, valid?: string): Setting<string | undefined> => ({
    meaning,
    default: shown,
    valid,
    read: (text) => text || undefined,
  }),

  /** Any text, with a default. */
  word: (byDefault: string, valid: string): Setting<string> => ({
    meaning,
    default: `\`${byDefault}\``,
    valid,
    read: (text) => text || byDefault,
  }),

  whole: (byDefault: number, least: number, most: number, shown = `\`${byDefault}\``): Setting<number> => ({
    meaning,
    default: shown,
    valid: `a whole number from ${least} to ${most}`,
    read(text, name) {
      const value = text ? Number(text) : byDefault;
      if (Number.isInteger(value) && value >= least && value <= most) return value;
      throw new StartError(`${name} is '${text}': set it to ${this.valid}.`);
    },
  }),

  oneOf: <const Value extends string>(values: readonly Value[], byDefault: Value, shown = `\`${byDefault}\``): Setting<Value> => ({
    meaning,
    default: shown,
    valid: `one of ${values.join(', ')}`,
    read(text, name) {
      const value = text ? values.find((one) => one === text) : byDefault;
      if (value !== undefined) return value;
      throw new StartError(`${name} is '${text}': set it to ${this.valid}.`);
    },
  }),

  /** Whole seconds with commas between them. */
  seconds: (byDefault: readonly number[]): Setting<readonly number[]> => ({
    meaning,
    default: `\`${byDefault.join(',')}\``,
    valid: 'at most 20 whole numbers from 0 to 86400, with commas between them',
    read(text, name) {
      const values = text ? text.split(',').map((one) => (/^ *\d{1,6} *$/.test(one) ? Number(one) : Number.NaN)) : byDefault;
      if (values.every((value) => value <= 86_400) && values.length <= 20) return values;
      throw new StartError(`${name} is '${text}': set it to ${this.valid}.`);
    },
  }),
});

/** The settings by the names of their variables. */
export const SETTINGS = {
  MILLRACE_HOME: means('folder of this process: key, tokens, logs, embedded database; each process has its own').text(
    '`~/.millrace`',
    'a folder that this user may write',
  ),
  MILLRACE_BLOB_FOLDER: means('folder of bundles, resources and logs, shared by all processes of the database').text(
    '`blobs` in the home folder',
    'a folder that this user may write',
  ),
  MILLRACE_BLOB_STORE: means(
    'a bucket for bundles, resources and logs in place of that folder, at Amazon S3 or a compatible store; uploads are stored in the folder until they are checked. Parameters: `region`; `endpoint`, for other stores; `publicEndpoint`, the address for downloads when it differs; `pathStyle`, whether the bucket is part of the path (true unless the endpoint is Amazon; always for a name with a dot)',
  ).text('the folder'),
  AWS_ACCESS_KEY_ID: means('the access key id for that store').text(
    'the role of the machine or pod at Amazon',
    'an access key that may list the bucket and read, write and delete objects',
  ),
  AWS_SECRET_ACCESS_KEY: means('the secret of that access key').text('the role of the machine or pod at Amazon', 'as the store gave it'),
  AWS_SESSION_TOKEN: means('the session token of temporary credentials, which expire').text('none', 'as the store gave it'),
  AWS_REGION: means('region of the bucket when its address names none').text('`us-east-1`', 'a region'),
  DATABASE_URL: means('address of your own PostgreSQL, 15 or newer, in place of the embedded one').text('embedded PostgreSQL 18'),
  MILLRACE_HOST: means('address to listen on').word('127.0.0.1', 'a name or address of this machine'),
  MILLRACE_PORT: means('port to listen on; 0 takes any free port').whole(8600, 0, 65_535),
  MILLRACE_METRICS_HOST: means('address on which this process serves its metrics and health; it needs no token').word(
    '127.0.0.1',
    'a name or address of this machine',
  ),
  MILLRACE_METRICS_PORT: means('port of `/metrics`, `/healthz` and `/readyz`, for every role; 0 takes any free port').text(
    'the port of the API plus one (`8601`)',
  ),
  MILLRACE_DRAIN_SECONDS: means(
    'the most seconds of answers with `Connection: close` after SIGTERM, while callers keep connections; after Ctrl-C none',
  ).whole(2, 0, 300),
  MILLRACE_PUBLIC_URL: means('the address of the API for external callers: that of the load balancer').text('its own address'),
  MILLRACE_CONSOLE_FOLDER: means(
    'folder of the built console. `npm start` builds it once for each version of its sources, and sets this; an empty text serves no console',
  ).text('none', 'a folder that the build has written'),
  MILLRACE_MANUAL_FOLDER: means(
    'folder of the built manual, which the server serves at `/manual`. `npm start` builds it once for each version of its pages, and sets this; `npm run docs:site` builds it for other starts',
  ).text('none', 'a folder that the build has written'),
  MILLRACE_OUTBOUND_ALLOW: means(
    'addresses, in addition to public ones, to which the server connects when a caller names a server, as in tests of connections. `private`: 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, fc00::/7; `loopback`: 127.0.0.0/8, ::1 and the addresses of the machine; `none`: no other. The setting replaces the default list. To open a metadata service of a cloud, list exactly its address; a range does not open it ([reasons](adr/0034-outbound-addresses.md))',
  ).text('`private`, and `loopback` while the install has at most one active user'),
  MILLRACE_WEBHOOK_NETWORKS: means(
    'addresses to which webhooks may be sent, in addition to those of `MILLRACE_OUTBOUND_ALLOW`; the same syntax. With it, URLs of webhooks may have an IP address or the name of a single machine; https stays required',
  ).text('none'),
  MILLRACE_WEBHOOK_CA: means(
    'a file with certificates of authorities, in PEM form. The server accepts certificates of these authorities at receivers of webhooks and of posted notifications, beside those of public ones; it is read at the start',
  ).text('none'),
  MILLRACE_TRUSTED_PROXIES: means(
    'addresses of reverse proxies and load balancers. The server takes the address of a client from their header `X-Forwarded-For`, and ignores this header from all others',
  ).text('none: the address of a client is that of its connection', 'addresses and ranges, separated by commas'),
  MILLRACE_SMTP_URL: means(
    'the mail server for invitations and links for another password, `smtp://` or `smtps://`; with a user, the connection is always encrypted. Needs `MILLRACE_MAIL_FROM` and `MILLRACE_PUBLIC_URL`; the same for all processes',
  ).text('none: administrators get the links, and pass them on'),
  MILLRACE_MAIL_FROM: means('the sender of these mails').text('none'),
  MILLRACE_OPENLINEAGE_URL: means(
    'address that gets OpenLineage events by POST when runs start and end, such as `http://marquez:5000/api/v1/lineage`; the same in all processes',
  ).text('no events'),
  MILLRACE_OPENID_ISSUER: means(
    'the identity provider by which people sign in ([security.md](security.md#single-sign-on)). Needs `MILLRACE_OPENID_CLIENT_ID`; these settings are the same for all processes',
  ).text('none'),
  MILLRACE_OPENID_CLIENT_ID: means('the id of this server as a client of the provider').text('none', 'as the provider gave it'),
  MILLRACE_OPENID_CLIENT_SECRET_FILE: means('a file with the secret of this client; it is read at the start').text(
    'none: a public client',
    'a file that this user may read',
  ),
  MILLRACE_OPENID_NAME: means('the name of the provider on the login page').text('the host of the provider'),
  MILLRACE_OPENID_SCOPES: means('the scopes that a sign-in asks for').text('`openid email profile`'),
  MILLRACE_OPENID_ROLES_CLAIM: means(
    'the claim with the names that role mappings turn into roles; a path such as `realm_access.roles`, too',
  ).text('none: a sign-in changes no roles', 'the name of a claim'),
  MILLRACE_OPENID_GROUPS_CLAIM: means('the claim with the names of groups of which a person becomes a member').text(
    'none: a sign-in changes no memberships',
    'the name of a claim',
  ),
  MILLRACE_OPENID_CREATE_USERS: means('whether a person without a user gets one at the sign-in').text('`off`'),
  MILLRACE_OAUTH_REGISTRATION: means(
    'whether OAuth clients may register themselves. They act for people that allow it, and never administer the tenant',
  ).oneOf(['on', 'off'], 'off'),
  MILLRACE_TOKEN_ALGORITHM: means(
    'algorithm of access tokens: `ES384` as in the published API, or `ES256`, which costs a tenth of the processor time to sign and to check. After a change, a new key signs an hour later',
  ).oneOf(['ES384', 'ES256'], 'ES384'),
  MILLRACE_KEY: means('the key of the install, in place of the file `key` in the home folder; the same for all processes').text(
    'the file, created at the first start',
    '32 bytes in base64',
  ),
  MILLRACE_ADMINISTRATOR_FILES: means(
    'whether a process that serves the API writes a token of the administrator and, while it has no password, a link into its home folder; `off` for containers, whose folder is new at each start',
  ).oneOf(['on', 'off'], 'on'),
  MILLRACE_OLD_KEYS: means(
    'further keys, which only decrypt: previous ones until `npm run rotate:key` has encrypted their secrets again, and the next one before a change of keys',
  ).text('none', 'keys in base64, separated by commas'),
  MILLRACE_ROLE: means('what this process does: serve the API, run jobs and timers, or both').oneOf(['all', 'api', 'worker'], 'all'),
  MILLRACE_ENGINE: means('whether an engine starts with the API').oneOf(
    ['built-in', 'none'],
    'built-in',
    '`built-in`; `none` with `DATABASE_URL`',
  ),
  MILLRACE_ENGINE_CAPACITY: means('tasks that the built-in engine runs at once').whole(4, 1, 1000),
  MILLRACE_ENGINE_ISOLATION: means(
    'how the built-in engine isolates tasks: `user`, `namespace` or `none`; when the named kind does not work, the engine stops ([security.md](security.md))',
  ).text('the strongest that works', 'user, namespace or none'),
  MILLRACE_ENGINE_USERS: means(
    'the user ids of runs when the built-in engine runs as root; no account and no other engine of the machine may use them',
  ).text('a range that systems leave unassigned', 'a range such as 70000-70999'),
  MILLRACE_ENGINE_TASK_FOLDERS: means('folders of the machine that tasks may write when namespaces isolate them').text(
    'none',
    'absolute paths, separated by colons',
  ),
  MILLRACE_ENGINE_SHARED_FOLDERS: means(
    'folders of the machine in which runs of the built-in engine write files for other runs and programs ([engines.md](engines.md#files-that-outlive-a-run)); with the id of a workspace and `=` in front, only runs of that workspace',
  ).text('none', 'absolute paths, each with or without the id of a workspace and =, separated by colons'),
  MILLRACE_ENGINE_RUN_AS: means(
    'users of the machine as which runs of the built-in engine may run, when it runs as root ([engines.md](engines.md#files-that-outlive-a-run)); with the id of a workspace and `=` in front, only runs of that workspace',
  ).text('none', 'names of users, each with or without the id of a workspace and =, separated by commas'),
  MILLRACE_ENGINE_OUTBOUND_ALLOW: means(
    'addresses, in addition to public ones, to which crawls and scans connect from the built-in engine; the same syntax as `MILLRACE_OUTBOUND_ALLOW`. Other engines have a setting of that name, too ([engines.md](engines.md#crawls-of-the-catalogue))',
  ).text(
    'the value of `MILLRACE_OUTBOUND_ALLOW`',
    'none, or to private, loopback, addresses and ranges such as 10.1.0.0/16, with commas between them',
  ),
  MILLRACE_LOG_FILE_BYTES: means('bytes after which a log file is rotated to `server.log.1` and so on; also for the engine').whole(
    LOG_BOUNDS.bytes,
    2 ** 16,
    2 ** 40,
  ),
  MILLRACE_LOG_FILES: means('number of rotated log files that are kept').whole(LOG_BOUNDS.kept, 1, 1000),
  MILLRACE_UNISOLATED_TASKS: means('whether engines that do not isolate their tasks get work when the install has several users').oneOf(
    ['refuse', 'allow'],
    'refuse',
  ),
  MILLRACE_OWNERLESS_WEBHOOKS: means(
    'whether the webhook of a task or plan starts it after the account that has set the webhook was disabled or deleted; one that runs as a disabled account starts nothing in any case',
  ).oneOf(['stop', 'run'], 'stop'),
  MILLRACE_LOG_LEVEL: means('lowest level of the lines that are written to the log').oneOf(
    ['debug', 'info', 'warn', 'error', 'silent'],
    'info',
  ),
  MILLRACE_LOG_OUTPUT: means(
    'target of the log: `file`, to `logs/server.log` and, for the built-in engine, `logs/engine.log`; `stdout`, both to the standard output of the server',
  ).oneOf(['file', 'stdout'], 'file'),
  MILLRACE_REQUEST_LOG: means('which requests have a line in that log, at level info: all, only refused and failed ones, or none').oneOf(
    ['all', 'failed', 'none'],
    'failed',
  ),
  MILLRACE_CHECK_ANSWERS: means('whether each answer is compared with the contract; for tests').oneOf(['on', 'off'], 'off'),
  MILLRACE_DATABASE_CONNECTIONS: means('pooled connections of a process').whole(10, 2, 500),
  MILLRACE_UPLOAD_BYTES: means('largest bundle or resource, in bytes').whole(2 ** 30, 1, 2 ** 40),
  MILLRACE_LEASE_SECONDS: means(
    'seconds without a heartbeat after which an engine loses its executions; engines send a heartbeat every 5 s',
  ).whole(30, 1, 3600),
  MILLRACE_BUSY_RETRY_SECONDS: means(
    'seconds before each retry of an execution whose task is busy; after the last one it ends as `deploy_failed`',
  ).seconds([60, 120, 240, 480]),
  MILLRACE_ENGINE_WAIT_SECONDS: means(
    'seconds for which an execution waits while no engine that may run it is available; then it ends as `deploy_failed`',
  ).whole(900, 1, 31_536_000),
  MILLRACE_CALL_BYTES: means('largest body of a call of a webhook trigger, in bytes').whole(2 ** 20, 1, 2 ** 24),
  MILLRACE_CALLS_PER_MINUTE: means(
    'calls per minute that one webhook trigger accepts in each process; further ones are answered 429',
  ).whole(6000, 1, 10_000_000),
  MILLRACE_REQUESTS_PER_MINUTE: means(
    'requests per minute of one caller to one operation in each process, for the operations that list 429; further ones are answered 429',
  ).whole(600_000, 1, 10_000_000),
  MILLRACE_TIER1_PER_MINUTE: means(
    'requests per minute of one account to all operations of rate tier 1 together (those below `/api/v1` that read), in all processes; further ones are answered 429. All accounts of a tenant together may make half as many times its active users, and at least as many',
  ).whole(1000, 1, 10_000_000),
  MILLRACE_TIER2_PER_MINUTE: means('the same for rate tier 2: operations below `/api/v1` that change something').whole(100, 1, 10_000_000),
  MILLRACE_STREAMS_PER_CALLER: means(
    'logs that one caller may follow, and histories that it may download, at the same time in each process; further ones are answered 429',
  ).whole(100, 1, 100_000),
  MILLRACE_SLOW_CALLER_SECONDS: means(
    'seconds after which the server closes a connection when the headers of a request or 16 KiB of its body have not arrived, or the caller has read nothing of the answer',
  ).whole(60, 1, 3600),
  MILLRACE_MAX_USERS: means('active users that each tenant may have; the creation of another one is answered 402').whole(
    2 ** 31 - 1,
    1,
    2 ** 31 - 1,
    'no limit',
  ),
  MILLRACE_SERVICE_ACCOUNTS: means('service accounts that each tenant may have; the creation of another one is answered 403').whole(
    1_000_000,
    0,
    1_000_000,
  ),
  MILLRACE_OAUTH_GRANTS: means(
    'times that each user may allow OAuth clients to act for it, as long as they last; a further sign-in through a client is answered 403',
  ).whole(100, 1, 1_000_000),
  MILLRACE_ALLOWLIST_ENTRIES: means('entries that the IP allowlist of a tenant may have').whole(100, 0, 100_000),
  MILLRACE_SESSION_IDLE_MINUTES: means('minutes without a request after which a session of a person ends').whole(480, 5, 525_600),
  MILLRACE_SESSION_MINUTES: means('minutes after the sign-in at which a session of a person ends in any case').whole(10_080, 5, 525_600),
  MILLRACE_SAMPLE_ROWS: means('rows of each table that crawls read, for its sample and its quality').whole(1000, 1, 10_000),
  MILLRACE_HISTORY_DAYS: means('days for which executions are kept and shown in lists; older ones are removed month by month').whole(
    60,
    1,
    3650,
  ),
  MILLRACE_AUDIT_DAYS: means('days for which changes stay in the audit log; older ones are removed month by month').whole(400, 1, 3650),
  MILLRACE_LOG_DAYS: means('days for which logs are kept, unless an environment sets its own number; they are removed week by week').whole(
    60,
    1,
    3650,
  ),
  MILLRACE_STALL_SECONDS: means(
    'seconds without success, in addition to five of its periods, after which a timer makes a worker not ready',
  ).whole(30, 1, 86_400),
  MILLRACE_FAULT: means(
    'a point at which the process kills itself: `<point>` for the first time that it gets there, `<point>:<n>` for the nth time; for tests only, and refused unless the variable `MILLRACE_FAULTS` is `on`',
  ).text('none'),
} as const;

/** The values of an environment by the names of their settings. Reading an invalid one throws a `StartError` of one line. */
export const settingsIn =
  (environment: Environment) =>
  <Name extends keyof typeof SETTINGS>(name: Name): ReturnType<(typeof SETTINGS)[Name]['read']> =>
    SETTINGS[name].read(environment[name], name) as ReturnType<(typeof SETTINGS)[Name]['read']>;
