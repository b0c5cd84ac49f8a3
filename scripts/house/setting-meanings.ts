/** The meaning of each setting of the server, for docs/settings.md. */
import { ENGINE_SETTING_MEANINGS, type SettingMeaning } from './engine-setting-meanings.ts';

/** The settings, by the names of their variables. */
export const SETTING_MEANINGS: Readonly<Record<string, SettingMeaning>> = {
  MILLRACE_HOME: {
    means: 'folder of this process: key, tokens, logs, embedded database; each process has its own',
    defaultValue: '`~/.millrace`',
    validValues: 'a folder that this user may write',
  },
  MILLRACE_BLOB_FOLDER: {
    means: 'folder of bundles, resources and logs, shared by all processes of the database',
    defaultValue: '`blobs` in the home folder',
    validValues: 'a folder that this user may write',
  },
  MILLRACE_BLOB_STORE: {
    means:
      'a bucket for bundles, resources and logs in place of that folder, at Amazon S3 or a compatible store; uploads are stored in the folder until they are checked. Parameters: `region`; `endpoint`, for other stores; `publicEndpoint`, the address for downloads when it differs; `pathStyle`, whether the bucket is part of the path (true unless the endpoint is Amazon; always for a name with a dot)',
    defaultValue: 'the folder',
  },
  AWS_ACCESS_KEY_ID: {
    means: 'the access key id for that store',
    defaultValue: 'the role of the machine or pod at Amazon',
    validValues: 'an access key that may list the bucket and read, write and delete objects',
  },
  AWS_SECRET_ACCESS_KEY: { means: 'the secret of that access key', defaultValue: 'the same', validValues: 'as the store gave it' },
  AWS_SESSION_TOKEN: {
    means: 'the session token of temporary credentials, which expire',
    defaultValue: 'none',
    validValues: 'as the store gave it',
  },
  AWS_REGION: { means: 'region of the bucket when its address names none', defaultValue: '`us-east-1`', validValues: 'a region' },
  DATABASE_URL: {
    means: 'address of your own PostgreSQL, 15 or newer, in place of the embedded one',
    defaultValue: 'embedded PostgreSQL 18',
  },
  MILLRACE_HOST: { means: 'address to listen on', defaultValue: ({ host }) => host, validValues: 'a name or address of this machine' },
  MILLRACE_PORT: { means: 'port to listen on; 0 takes any free port', defaultValue: ({ port }) => port },
  MILLRACE_METRICS_HOST: {
    means: 'address on which this process serves its metrics and health; it needs no token',
    defaultValue: ({ watch }) => watch.host,
    validValues: 'a name or address of this machine',
  },
  MILLRACE_METRICS_PORT: {
    means: 'port of `/metrics`, `/healthz` and `/readyz`, for every role; 0 takes any free port',
    defaultValue: ({ watch }) => `${watch.port}`,
  },
  MILLRACE_DRAIN_SECONDS: {
    means: 'the most seconds of answers with `Connection: close` after SIGTERM, while callers keep connections; after Ctrl-C none',
    defaultValue: ({ drainSeconds }) => drainSeconds,
  },
  MILLRACE_PUBLIC_URL: { means: 'the address of the API for external callers: that of the load balancer', defaultValue: 'its own address' },
  MILLRACE_CONSOLE_FOLDER: {
    means:
      'folder of the built console. `npm start` builds it once for each version of its sources, and sets this; an empty text serves no console',
    defaultValue: 'none',
    validValues: 'a folder that the build has written',
  },
  MILLRACE_MANUAL_FOLDER: {
    means:
      'folder of the built manual, which the server serves at `/manual`. `npm start` builds it once for each version of its pages, and sets this; `npm run docs:site` builds it for other starts',
    defaultValue: 'none',
    validValues: 'a folder that the build has written',
  },
  MILLRACE_OUTBOUND_ALLOW: {
    means:
      'addresses, in addition to public ones, to which the server connects when a caller names a server, as in tests of connections. `private`: 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, fc00::/7; `loopback`: 127.0.0.0/8, ::1 and the addresses of the machine; `none`: no other. The setting replaces the default list. To open a metadata service of a cloud, list exactly its address; a range does not open it ([reasons](adr/0034-outbound-addresses.md))',
    defaultValue: '`private`, and `loopback` while the install has at most one active user',
  },
  MILLRACE_WEBHOOK_NETWORKS: {
    means:
      'addresses to which webhooks may be sent, in addition to those of `MILLRACE_OUTBOUND_ALLOW`; the same syntax. With it, URLs of webhooks may have an IP address or the name of a single machine; https stays required',
    defaultValue: 'none',
  },
  MILLRACE_WEBHOOK_CA: {
    means:
      'a file with certificates of authorities, in PEM form. The server accepts certificates of these authorities at receivers of webhooks and of posted notifications, beside those of public ones; it is read at the start',
    defaultValue: 'none',
  },
  MILLRACE_TRUSTED_PROXIES: {
    means:
      'addresses of reverse proxies and load balancers. The server takes the address of a client from their header `X-Forwarded-For`, and ignores this header from all others',
    defaultValue: 'none: the address of a client is that of its connection',
    validValues: 'addresses and ranges, separated by commas',
  },
  MILLRACE_SMTP_URL: {
    means:
      'the mail server for invitations and links for another password, `smtp://` or `smtps://`; with a user, the connection is always encrypted. Needs `MILLRACE_MAIL_FROM` and `MILLRACE_PUBLIC_URL`; the same for all processes',
    defaultValue: 'none: administrators get the links, and pass them on',
  },
  MILLRACE_MAIL_FROM: { means: 'the sender of these mails', defaultValue: 'none' },
  MILLRACE_OPENID_ISSUER: {
    means:
      'the identity provider by which people sign in ([security.md](security.md#single-sign-on)). Needs `MILLRACE_OPENID_CLIENT_ID`; these settings are the same for all processes',
    defaultValue: 'none',
  },
  MILLRACE_OPENID_CLIENT_ID: {
    means: 'the id of this server as a client of the provider',
    defaultValue: 'none',
    validValues: 'as the provider gave it',
  },
  MILLRACE_OPENID_CLIENT_SECRET_FILE: {
    means: 'a file with the secret of this client; it is read at the start',
    defaultValue: 'none: a public client',
    validValues: 'a file that this user may read',
  },
  MILLRACE_OPENID_NAME: { means: 'the name of the provider on the login page', defaultValue: 'the host of the provider' },
  MILLRACE_OPENID_SCOPES: { means: 'the scopes that a sign-in asks for', defaultValue: '`openid email profile`' },
  MILLRACE_OPENID_ROLES_CLAIM: {
    means: 'the claim with the names that role mappings turn into roles; a path such as `realm_access.roles`, too',
    defaultValue: 'none: a sign-in changes no roles',
    validValues: 'the name of a claim',
  },
  MILLRACE_OPENID_GROUPS_CLAIM: {
    means: 'the claim with the names of groups of which a person becomes a member',
    defaultValue: 'none: a sign-in changes no memberships',
    validValues: 'the name of a claim',
  },
  MILLRACE_OPENID_CREATE_USERS: { means: 'whether a person without a user gets one when it signs in', defaultValue: '`off`' },
  MILLRACE_KEY: {
    means: 'the key of the install, in place of the file `key` in the home folder; the same for all processes',
    defaultValue: 'the file, created at the first start',
    validValues: '32 bytes in base64',
  },
  MILLRACE_ADMINISTRATOR_FILES: {
    means:
      'whether a process that serves the API writes a token of the administrator and, while it has no password, a link into its home folder; `off` for containers, whose folder is new at each start',
    defaultValue: ({ writesAdministratorFiles }) => (writesAdministratorFiles ? 'on' : 'off'),
  },
  MILLRACE_OLD_KEYS: {
    means:
      'further keys, which only decrypt: previous ones until `npm run rotate:key` has encrypted their secrets again, and the next one before a change of keys',
    defaultValue: 'none',
    validValues: 'keys in base64, separated by commas',
  },
  MILLRACE_ROLE: { means: 'what this process does: serve the API, run jobs and timers, or both', defaultValue: '`all`' },
  ...ENGINE_SETTING_MEANINGS,
  MILLRACE_UNISOLATED_TASKS: {
    means: 'whether engines that do not isolate their tasks get work when the install has several users',
    defaultValue: ({ allowsUnisolatedTasks }) => (allowsUnisolatedTasks ? 'allow' : 'refuse'),
  },
  MILLRACE_OWNERLESS_WEBHOOKS: {
    means:
      'whether the webhook of a task or plan starts it after the account that has set the webhook was disabled or deleted; one that runs as a disabled account starts nothing in any case',
    defaultValue: ({ needsMakers }) => (needsMakers ? 'stop' : 'run'),
  },
  MILLRACE_LOG_LEVEL: { means: 'lowest level of the lines that are written to the log', defaultValue: ({ logLevel }) => logLevel },
  MILLRACE_LOG_OUTPUT: {
    means:
      'target of the log: `file`, to `logs/server.log` and, for the built-in engine, `logs/engine.log`; `stdout`, both to the standard output of the server',
    defaultValue: ({ log }) => log.output,
  },
  MILLRACE_LOG_FILE_BYTES: {
    means: 'bytes after which a log file is rotated to `server.log.1` and so on; also for the engine',
    defaultValue: ({ log }) => log.bytes,
  },
  MILLRACE_LOG_FILES: { means: 'number of rotated log files that are kept', defaultValue: ({ log }) => log.kept },
  MILLRACE_REQUEST_LOG: {
    means: 'which requests have a line in that log, at level info: all, only refused and failed ones, or none',
    defaultValue: ({ requestLog }) => requestLog,
  },
  MILLRACE_CHECK_ANSWERS: {
    means: 'whether each answer is compared with the contract; for tests',
    defaultValue: ({ checkAnswers }) => (checkAnswers ? 'on' : 'off'),
  },
  MILLRACE_FAULT: {
    means:
      'a point at which the process kills itself, `<point>` or `<point>:<times>`; for tests only, and refused unless `MILLRACE_FAULTS` is `on`',
    defaultValue: 'none',
  },
  MILLRACE_DATABASE_CONNECTIONS: { means: 'pooled connections of a process', defaultValue: ({ poolSize }) => poolSize },
  MILLRACE_UPLOAD_BYTES: { means: 'largest bundle or resource, in bytes', defaultValue: ({ limits }) => limits.uploadBytes },
  MILLRACE_LEASE_SECONDS: {
    means: 'seconds without a heartbeat after which an engine loses its executions; engines send a heartbeat every 5 s',
    defaultValue: ({ limits }) => limits.leaseSeconds,
  },
  MILLRACE_BUSY_RETRY_SECONDS: {
    means: 'seconds before each retry of an execution whose task is busy; after the last one it ends as `deploy_failed`',
    defaultValue: ({ limits }) => limits.busyRetrySeconds.join(','),
  },
  MILLRACE_ENGINE_WAIT_SECONDS: {
    means: 'seconds for which an execution waits while no engine that may run it is available; then it ends as `deploy_failed`',
    defaultValue: ({ limits }) => limits.engineWaitSeconds,
  },
  MILLRACE_CALL_BYTES: { means: 'largest body of a call of a webhook trigger, in bytes', defaultValue: ({ limits }) => limits.callBytes },
  MILLRACE_CALLS_PER_MINUTE: {
    means: 'calls per minute that one webhook trigger accepts in each process; further ones are answered 429',
    defaultValue: ({ limits }) => limits.callsPerMinute,
  },
  MILLRACE_REQUESTS_PER_MINUTE: {
    means:
      'requests per minute of one caller to one operation in each process, for the operations that list 429; further ones are answered 429',
    defaultValue: ({ limits }) => limits.requestsPerMinute,
  },
  MILLRACE_TIER1_PER_MINUTE: {
    means:
      'requests per minute of one account to all operations of rate tier 1 together (those below `/api/v1` that read), in all processes; further ones are answered 429. All accounts of a tenant together may make half as many times its active users, and at least as many',
    defaultValue: ({ limits }) => limits.tier1PerMinute,
  },
  MILLRACE_TIER2_PER_MINUTE: {
    means: 'the same for rate tier 2: operations below `/api/v1` that change something',
    defaultValue: ({ limits }) => limits.tier2PerMinute,
  },
  MILLRACE_MAX_USERS: {
    means: 'active users that each tenant may have; the creation of another one is answered 402',
    defaultValue: 'no limit',
  },
  MILLRACE_SERVICE_ACCOUNTS: {
    means: 'service accounts that each tenant may have; the creation of another one is answered 403',
    defaultValue: ({ limits }) => limits.serviceAccounts,
  },
  MILLRACE_TOKEN_ALGORITHM: {
    means:
      'algorithm of access tokens: `ES384` as in the published API, or `ES256`, which costs a tenth of the processor time to sign and to check. After a change, a new key signs an hour later',
    defaultValue: ({ tokenAlgorithm }) => tokenAlgorithm,
  },
  MILLRACE_OPENLINEAGE_URL: {
    means:
      'address that gets OpenLineage events by POST when runs start and end, such as `http://marquez:5000/api/v1/lineage`; the same in all processes',
    defaultValue: 'no events',
  },
  MILLRACE_OAUTH_REGISTRATION: {
    means:
      'whether OAuth clients may register themselves: `on` or `off`. They act for people that allow it, and never administer the tenant',
    defaultValue: ({ registersClients }) => (registersClients ? 'on' : 'off'),
  },
  MILLRACE_OAUTH_GRANTS: {
    means:
      'times that each user may allow OAuth clients to act for it, as long as they last; a further sign-in through a client is answered 403',
    defaultValue: ({ limits }) => limits.oauthGrants,
  },
  MILLRACE_STREAMS_PER_CALLER: {
    means:
      'logs that one caller may follow, and histories that it may download, at the same time in each process; further ones are answered 429',
    defaultValue: ({ limits }) => limits.streamsPerCaller,
  },
  MILLRACE_SLOW_CALLER_SECONDS: {
    means:
      'seconds after which the server closes a connection when the headers of a request or 16 KiB of its body have not arrived, or the caller has read nothing of the answer',
    defaultValue: ({ limits }) => limits.slowCallerSeconds,
  },
  MILLRACE_ALLOWLIST_ENTRIES: {
    means: 'entries that the IP allowlist of a tenant may have',
    defaultValue: ({ limits }) => limits.allowlistEntries,
  },
  MILLRACE_SESSION_IDLE_MINUTES: {
    means: 'minutes without a request after which a session of a person ends',
    defaultValue: ({ limits }) => limits.sessionIdleMinutes,
  },
  MILLRACE_SESSION_MINUTES: {
    means: 'minutes after the sign-in at which a session of a person ends in any case',
    defaultValue: ({ limits }) => limits.sessionMinutes,
  },
  MILLRACE_SAMPLE_ROWS: {
    means: 'rows of each table that crawls read, for its sample and its quality',
    defaultValue: ({ limits }) => limits.sampleRows,
  },
  MILLRACE_HISTORY_DAYS: {
    means: 'days for which executions are kept and shown in lists; older ones are removed month by month',
    defaultValue: ({ limits }) => limits.historyDays,
  },
  MILLRACE_AUDIT_DAYS: {
    means: 'days for which changes stay in the audit log; older ones are removed month by month',
    defaultValue: ({ limits }) => limits.auditDays,
  },
  MILLRACE_LOG_DAYS: {
    means: 'days for which logs are kept, unless an environment sets its own number; they are removed week by week',
    defaultValue: ({ limits }) => limits.logDays,
  },
  MILLRACE_STALL_SECONDS: {
    means: 'seconds without success, in addition to five of its periods, after which a timer makes a worker not ready',
    defaultValue: ({ limits }) => limits.stallSeconds,
  },
};
