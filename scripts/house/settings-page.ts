/** docs/settings.md: every setting of the server, asked of the function that reads them. */
import { readConfig, type Config } from '../../packages/server/src/core/platform/config.ts';
import { StartError } from '../../packages/server/src/core/base/start-error.ts';

/** What a setting means, and what holds without it: a text, or where the configuration has it. */
type Meaning = { means: string; without: string | ((config: Config) => unknown); fits?: string };

const MEANINGS: Readonly<Record<string, Meaning>> = {
  MILLRACE_HOME: {
    means: 'folder of this process: key, tokens, logs, embedded database; each process has its own',
    without: '`~/.millrace`',
    fits: 'a folder that this user may write',
  },
  MILLRACE_BLOB_FOLDER: {
    means: 'folder of bundles, resources and logs; one that all processes of the database share',
    without: '`blobs` in the home folder',
    fits: 'a folder that this user may write',
  },
  MILLRACE_BLOB_STORE: {
    means:
      'a bucket for bundles, resources and logs in place of that folder, at Amazon S3 or any store that speaks like it; uploads wait in the folder until they are looked at. Parameters: `region`; `endpoint`, for other stores; `publicEndpoint`, where people who download reach it by another name; `pathStyle`, whether the bucket stands in the path (true unless the endpoint is Amazon)',
    without: 'the folder',
  },
  AWS_ACCESS_KEY_ID: {
    means: 'who Millrace is at that store',
    without: 'none',
    fits: 'an access key that may list the bucket and read, write and delete objects',
  },
  AWS_SECRET_ACCESS_KEY: { means: 'the secret of that access key', without: 'none', fits: 'as the store gave it' },
  AWS_SESSION_TOKEN: { means: 'the third part of temporary credentials, which end', without: 'none', fits: 'as the store gave it' },
  AWS_REGION: { means: 'region of the bucket where its address names none', without: '`us-east-1`', fits: 'the name of a region' },
  DATABASE_URL: { means: 'PostgreSQL 15 or newer of your own, in place of the embedded one', without: 'embedded PostgreSQL 18' },
  MILLRACE_HOST: { means: 'address to listen on', without: ({ host }) => host, fits: 'a name or address of this machine' },
  MILLRACE_PORT: { means: 'port to listen on; 0 takes any free one', without: ({ port }) => port },
  MILLRACE_METRICS_HOST: {
    means: 'address on which the numbers and the health of this process are served; whoever reaches it may read them',
    without: ({ watch }) => watch.host,
    fits: 'a name or address of this machine',
  },
  MILLRACE_METRICS_PORT: {
    means: 'port of `/metrics`, `/healthz` and `/readyz`, whatever the role; 0 takes any free one',
    without: ({ watch }) => `${watch.port}`,
  },
  MILLRACE_PUBLIC_URL: {
    means: 'where callers from outside reach the API: the address of the load balancer',
    without: 'what it listens on',
  },
  MILLRACE_OUTBOUND_ALLOW: {
    means:
      'addresses beside public ones to which the server connects where a caller names a server, as in tests of connections. `private`: 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, fc00::/7; `loopback`: 127.0.0.0/8, ::1 and the own addresses of the machine; `none`: no other. What is set is the whole list. A metadata service of a cloud is opened by its own address only, by no range ([reasons](adr/0034-outbound-addresses.md))',
    without: '`private`, and `loopback` while the install has at most one active user',
  },
  MILLRACE_KEY: {
    means: 'the key of the install, in place of the file `key` in the home folder; the same for all processes',
    without: 'the file, made at the first start',
    fits: '32 bytes in base64',
  },
  MILLRACE_OLD_KEYS: {
    means: 'keys before that one: what they encrypted stays readable until `npm run rotate:key` has moved it',
    without: 'none',
    fits: 'keys in base64, with commas between them',
  },
  MILLRACE_ROLE: { means: 'what this process does: serve the API, run jobs and timers, or both', without: '`all`' },
  MILLRACE_ENGINE: { means: 'whether an engine starts with the API', without: '`built-in`; `none` with `DATABASE_URL`' },
  MILLRACE_ENGINE_CAPACITY: { means: 'tasks that the built-in engine runs at once', without: ({ engine }) => engine.capacity },
  MILLRACE_ENGINE_ISOLATION: {
    means:
      'how the built-in engine isolates tasks: `user`, `namespace` or `none`; a kind that does not work ends it ([security.md](security.md))',
    without: 'the best that works',
    fits: 'user, namespace or none',
  },
  MILLRACE_ENGINE_USERS: {
    means:
      'the numbers of users that runs get where the built-in engine belongs to root; no account and no other engine of the machine may have them',
    without: 'a range that systems leave unassigned',
    fits: 'a range such as 70000-70999',
  },
  MILLRACE_ENGINE_TASK_FOLDERS: {
    means: 'folders of the machine that tasks may write where namespaces isolate them',
    without: 'none',
    fits: 'absolute paths with colons between them',
  },
  MILLRACE_UNISOLATED_TASKS: {
    means: 'whether engines that do not isolate their tasks get work although the install has several users',
    without: ({ allowsUnisolatedTasks }) => (allowsUnisolatedTasks ? 'allow' : 'refuse'),
  },
  MILLRACE_LOG_LEVEL: { means: 'which lines of the log are written', without: ({ logLevel }) => logLevel },
  MILLRACE_LOG_OUTPUT: {
    means:
      'where the log goes: `file`, to `logs/server.log` and, of the built-in engine, `logs/engine.log`; `stdout`, both to the standard output of the server',
    without: ({ log }) => log.output,
  },
  MILLRACE_LOG_FILE_BYTES: {
    means: 'bytes after which a log file is put aside, as `server.log.1` and so on; the same for the engine',
    without: ({ log }) => log.bytes,
  },
  MILLRACE_LOG_FILES: { means: 'how many log files that were put aside are kept', without: ({ log }) => log.kept },
  MILLRACE_REQUEST_LOG: {
    means: 'which requests have a line in that log, at level info: all, those that were refused or failed, or none',
    without: ({ requestLog }) => requestLog,
  },
  MILLRACE_CHECK_ANSWERS: {
    means: 'whether each answer is compared with the contract; for tests',
    without: ({ checkAnswers }) => (checkAnswers ? 'on' : 'off'),
  },
  MILLRACE_FAULT: {
    means:
      'a point at which the process kills itself, `<point>` or `<point>:<times>`; for tests only, and refused unless `MILLRACE_FAULTS` is `on`',
    without: 'none',
  },
  MILLRACE_DATABASE_CONNECTIONS: { means: 'pooled connections of a process', without: ({ poolSize }) => poolSize },
  MILLRACE_UPLOAD_BYTES: { means: 'largest bundle or resource, in bytes', without: ({ limits }) => limits.uploadBytes },
  MILLRACE_LEASE_SECONDS: {
    means: 'seconds after which an engine that no longer answers loses its executions; engines beat every 5 s',
    without: ({ limits }) => limits.leaseSeconds,
  },
  MILLRACE_BUSY_RETRY_SECONDS: {
    means: 'for how many seconds an execution is put off whose task is busy, attempt after attempt; then it ends as `deploy_failed`',
    without: ({ limits }) => limits.busyRetrySeconds.join(','),
  },
  MILLRACE_ENGINE_WAIT_SECONDS: {
    means: 'for how many seconds an execution waits while no engine that may run it is available; then it ends as `deploy_failed`',
    without: ({ limits }) => limits.engineWaitSeconds,
  },
  MILLRACE_CALL_BYTES: { means: 'largest body of a call that triggers by webhook, in bytes', without: ({ limits }) => limits.callBytes },
  MILLRACE_CALLS_PER_MINUTE: {
    means: 'calls that one webhook trigger takes in a minute, in each process; beyond it 429',
    without: ({ limits }) => limits.callsPerMinute,
  },
  MILLRACE_REQUESTS_PER_MINUTE: {
    means: 'requests of one caller to one operation in a minute, in each process, of the operations that list 429; beyond it 429',
    without: ({ limits }) => limits.requestsPerMinute,
  },
  MILLRACE_STREAMS_PER_CALLER: {
    means: 'logs that one caller may follow, and histories that it may take along, at the same time, in each process; beyond it 429',
    without: ({ limits }) => limits.streamsPerCaller,
  },
  MILLRACE_SLOW_CALLER_SECONDS: {
    means:
      'seconds after which a connection is closed on which the headers of a request, or 16 KiB of its body, have not come, or nothing of its answer was read',
    without: ({ limits }) => limits.slowCallerSeconds,
  },
  MILLRACE_HISTORY_DAYS: {
    means: 'days of executions that are kept, and that lists reach back; what is older goes month by month',
    without: ({ limits }) => limits.historyDays,
  },
  MILLRACE_LOG_DAYS: {
    means: 'days for which logs are kept, where an environment does not say otherwise; they go week by week',
    without: ({ limits }) => limits.logDays,
  },
  MILLRACE_STALL_SECONDS: {
    means: 'seconds without success, beyond five of its periods, after which a timer makes a worker not ready',
    without: ({ limits }) => limits.stallSeconds,
  },
};

/** The page must not depend on the user who writes it. */
const ELSEWHERE = { MILLRACE_HOME: '/nowhere' };

/** The settings that `readConfig` looks at, in its order, and those that are described; they should be the same. */
export function knownSettings(): { read: string[]; described: string[] } {
  const read = new Set<string>();
  const nothing = new Proxy<Record<string, string>>(
    { ...ELSEWHERE },
    {
      get: (set, name: string) => {
        read.add(name);
        return set[name];
      },
    },
  );
  readConfig(nothing);
  return { read: [...read].filter((name) => /^(?:MILLRACE_|DATABASE_|AWS_)/.test(name)), described: Object.keys(MEANINGS) };
}

/** Renders the page. */
export function settingsPage(): string {
  const nothingSet = readConfig(ELSEWHERE);
  const rows = knownSettings().read.map((name) => {
    const { means, without, fits } = MEANINGS[name] ?? { means: 'not described yet', without: '' };
    const fallback = typeof without === 'string' ? without : `\`${String(without(nothingSet))}\``;
    return `| \`${name}\` | ${means} | ${fallback} | ${fits ?? boundsOf(name)} |`;
  });
  return `# Settings

Generated by \`npm run docs\` from what \`core/platform/config.ts\` reads. All settings are environment variables; an empty one counts as none, and a value that
does not fit ends the start with one line that says what does. [operations.md](operations.md) tells which of them matter when several processes run.

| variable | means | without it | fits |
|---|---|---|---|
${rows.join('\n')}

Other programs: the engine takes \`MILLRACE_ENGINE_KEY\` ([its page](../packages/engine/README.md), also on what a task finds in its environment), the
command line takes \`MILLRACE_URL\`, \`MILLRACE_TOKEN\` and \`MILLRACE_HOME\` ([its page](../packages/cli/README.md)). The settings of
OpenTelemetry (\`OTEL_…\`) are those of its standard ([which are heeded](operations.md#traces)). Tests run on the database of
\`MILLRACE_TEST_DATABASE_URL\` where it is set, and on one of their own otherwise.
`;
}

/** What fits, in the words with which a start refuses what does not. */
function boundsOf(name: string): string {
  try {
    readConfig({ ...ELSEWHERE, [name]: 'no such value' });
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return /: set it to (.+)\.$/.exec(error.message)?.[1] ?? error.message;
  }
  return 'any text';
}
