/** A service that answers like the published API: by the documents, with the deviations that its clients have reported. It records all requests. */
import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';

type Query = Record<string, string>;
/** An answer: the body of a 200, or a status with headers and a body. `text` is sent as it is. */
type Reply = { status?: number; headers?: Record<string, string>; body?: unknown; text?: string };
type Route = (query: Query) => Reply;

const id = (number: number): string => number.toString(16).padStart(24, '0');
const page = (items: unknown[], { limit = '100', offset = '0' }: Query): Reply => {
  const [count, first] = [Number(limit), Number(offset)];
  return { body: { items: items.slice(first, first + count), limit: count, offset: first, total: items.length } };
};
const always =
  (body: unknown): Route =>
  () => ({ body });
const refused: Route = () => ({ status: 403, body: { status: 403, message: 'Forbidden', requestId: 'r-1' } });

const PRODUCTION = { id: id(1), name: 'Production', description: null, default: false };
const EMPTY = { id: id(2), name: 'Without workspace' };
const FINANCE = { id: id(10), name: 'Finance', owner: 'grace', type: 'custom', environment: PRODUCTION, protectedArtifactUpdate: null };
const PERSONAL = { id: id(11), name: 'Mine', type: 'Personal', environment: PRODUCTION };
const ELSEWHERE = { id: id(12), name: 'Pods', type: 'custom', environment: { id: id(99), name: 'On Kubernetes' } };
const WORKSPACE = { id: FINANCE.id, name: 'Finance', environment: PRODUCTION };
const VERSION = '0.1.22.20212710014123';
const manual = { trigger: { type: 'MANUAL', startDate: '', timeZone: '' }, logLevel: null };

const artifact = { id: id(20), name: 'loader', type: 'STANDARD', versions: ['0.2', VERSION], workspace: WORKSPACE };
const task = (number: number, name: unknown, more: object = {}) => ({
  id: id(number),
  name,
  description: '',
  workspace: WORKSPACE,
  version: '0.1',
  artifact: { id: artifact.id, name: 'loader', version: VERSION },
  tags: null,
  connections: {},
  parameters: null,
  resources: null,
  ...more,
});

/** Tasks, each with a problem. Their ids are 24 hexadecimal digits. */
const TASKS = [
  task(30, 'nightly', {
    parameters: { rows: 5, 'p password': 'x', secret_word: 'canary-of-the-service' },
    connections: { db: id(40), gone: id(404) },
    resources: { resource_file_a: id(50) },
    taskPauseDetails: { pause: true, pauseContext: null, user: 'grace' },
    colour: 'blue',
  }),
  task(31, 'nightly'),
  task(32, 'x'.repeat(300)),
  task(33, 'no artifact', { artifact: null }),
  task(34, '../a\u0000b'),
];
const CONFIGS: Record<string, unknown> = {
  [id(30)]: {
    trigger: { type: 'MULTIPLE', startDate: '2026-01-01', timeZone: 'UTC' },
    runtime: { type: 'REMOTE_ENGINE', id: id(60), engineId: id(60), runProfileId: '' },
    logLevel: 'DEBUG',
    timeout: '60',
    microservicePort: 8080,
    estimatedTime: 12,
  },
  [id(31)]: { ...manual, runtime: { type: 'CLOUD_EXCLUSIVE', id: id(61) } },
  [id(32)]: { runtime: null },
  [id(33)]: { ...manual, runtime: { type: 'CLOUD' } },
};
const PLAN = {
  executable: '01985b5e-7d5c-7000-8000-2d3c5a9f1b42',
  name: 'month end',
  workspace: WORKSPACE,
  chart: {
    id: 's1',
    name: 'load',
    status: 'PARTIAL_SUCCESS',
    taskIds: null,
    flows: [{ id: id(30), name: 'nightly' }, { id: id(33) }],
    nextStep: { name: 'report', taskIds: [id(31)], stepOnException: null, nextStep: null },
    stepOnException: { taskIds: [id(32)], flows: null },
  },
};
const SCHEDULE = {
  id: id(70),
  description: 'Mornings',
  environmentId: PRODUCTION.id,
  triggers: [{ name: 'weekdays', type: 'CRON', cronExpression: '0 6 ? * MON-FRI', timeZone: 'UTC', interval: null }],
};
const secretParameters = [
  { name: 'host', value: 'db.example.com' },
  { name: 'password', value: '*****', encrypted: true },
  { name: 'api_key', value: 'canary-of-the-service' },
  { value: 'nameless' },
];
const CONNECTIONS = [
  { id: id(40), name: 'warehouse', app: 'postgresql', parameters: secretParameters, workspace: WORKSPACE },
  { id: id(41), name: 'no app', parameters: null, workspace: WORKSPACE },
  null,
  { name: 'no id', app: 'ftp', parameters: [], workspace: WORKSPACE },
  ...Array.from({ length: 130 }, (_, index) => ({
    id: id(1000 + index),
    name: `c${index}`,
    app: 'Custom',
    parameters: [],
    workspace: WORKSPACE,
  })),
];
const readRoutes = (list: readonly { id: string }[], prefix: string, ending = ''): [string, Route][] =>
  list.map((entry) => [`GET ${prefix}/${entry.id}${ending}`, always(entry)]);

const ROUTES = new Map<string, Route>([
  ['GET /orchestration/environments', always([PRODUCTION, EMPTY])],
  ['POST /orchestration/dynamic-engine-environments/search', always({ items: [{ id: id(99), name: 'On Kubernetes' }], total: 1 })],
  ['GET /orchestration/workspaces', always([FINANCE, PERSONAL, ELSEWHERE])],
  [
    'GET /processing/runtimes/remote-engines',
    always([{ id: id(60), name: 'berlin', workspace: { environment: PRODUCTION }, runProfiles: [] }]),
  ],
  [
    `GET /processing/runtimes/remote-engines/${id(60)}/run-profiles`,
    () => ({ status: 500, headers: { 'retry-after': '0' }, text: 'oops' }),
  ],
  ['GET /processing/runtimes/remote-engine-clusters', refused],
  ['GET /account/users', ({ page: number }) => ({ body: number === '1' ? [{ login: 'grace' }, { login: 'ada' }] : [] })],
  [
    'GET /scim/v2/Users',
    always({
      totalResults: 2,
      Resources: [
        { id: 'u-1', userName: 'grace' },
        { id: 'u-2', objectNode: { userName: 'ada' } },
      ],
    }),
  ],
  ['GET /account/service-accounts', refused],
  [
    'GET /security/permissions',
    always([
      { workspaceId: FINANCE.id, userId: 'u-2', permissions: ['EXECUTE', 'DANCE'] },
      { workspaceId: FINANCE.id, userId: 'u-1', permissions: ['AUTHOR'] },
    ]),
  ],
  ['GET /security/service-accounts/permissions', always([{ workspaceId: FINANCE.id, userId: 's-1', permissions: ['VIEW'] }])],
  ['GET /orchestration/artifacts', (query) => page([artifact], query)],
  [
    `GET /orchestration/artifacts/${artifact.id}/versions/${VERSION}`,
    always({
      ...artifact,
      version: VERSION,
      parameters: [{ name: 'secret_word', type: 'password', required: true }],
      createDate: '2021-10-27T01:41:23.000Z',
    }),
  ],
  [
    `GET /orchestration/artifacts/${artifact.id}/versions/0.2`,
    always({ id: artifact.id, version: '0.2', createDate: '2024-02-03T04:05:06.000Z' }),
  ],
  // Without a total.
  [
    'GET /orchestration/connections',
    ({ limit, offset }) => ({ body: { items: CONNECTIONS.slice(Number(offset), Number(offset) + Number(limit)) } }),
  ],
  ['GET /orchestration/resources', (query) => page([{ id: id(50), name: 'airports.csv', file: true, workspaceInfo: WORKSPACE }], query)],
  [
    'GET /orchestration/executables/tasks',
    (query) =>
      page(
        query['environmentId'] === PRODUCTION.id
          ? TASKS.map((entry) => ({ executable: entry.id, name: entry.name, workspace: WORKSPACE }))
          : [],
        query,
      ),
  ],
  ...readRoutes(TASKS, '/orchestration/executables/tasks'),
  ...Object.entries(CONFIGS).map(([taskId, config]): [string, Route] => [
    `GET /orchestration/executables/tasks/${taskId}/run-config`,
    always(config),
  ]),
  [`GET /orchestration/executables/tasks/${id(30)}/schedule`, always(SCHEDULE)],
  ['GET /orchestration/executables/plans', (query) => page([{ ...PLAN, chart: undefined }], query)],
  [`GET /orchestration/executables/plans/${PLAN.executable}`, always(PLAN)],
  ['GET /orchestration/schedules', (query) => page([SCHEDULE, { ...SCHEDULE, id: id(71), description: 'Nobody' }], query)],
  ['GET /orchestration/executables/promotions', () => ({ text: '<html>Maintenance</html>' })],
]);

/** A running service: its address, and the method and path of each request. After `hold`, requests to a path get no answer. */
export type PublishedService = { url: string; requests: string[]; hold(path: string): void };

/** Starts the service. Every fifth request meets its rate limit, and some meet a short fault. It ends with the test file. */
export async function startPublishedService(token: string): Promise<PublishedService> {
  const requests: string[] = [];
  const met = new Set<string>();
  const held = new Set<string>();
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const route = `${request.method ?? ''} ${pathname}`;
    requests.push(route);
    if (held.has(pathname)) return;
    for await (const _ of request as AsyncIterable<unknown>);
    const { status = 200, headers = {}, body, text } = replyTo(request, route, Object.fromEntries(searchParams));
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text ?? JSON.stringify(body));
  });
  function replyTo({ headers }: IncomingMessage, route: string, query: Query): Reply {
    if (headers.authorization !== `Bearer ${token}`) return { status: 401, body: { status: 401, detail: 'Unauthorized' } };
    const isFirst = !met.has(route);
    met.add(route);
    if (isFirst && met.size % 5 === 0) return { status: 429, headers: { 'retry-after': '0' }, body: { status: 429, message: 'Slow down' } };
    if (isFirst && met.size % 7 === 0) return { status: 503, headers: { 'retry-after': '0' }, text: 'Bad gateway' };
    return ROUTES.get(route)?.(query) ?? { status: 404, body: { status: 404, message: 'Not found' } };
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, hold: (path) => void held.add(path) };
}
