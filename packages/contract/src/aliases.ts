/** Other paths of operations that clients send, most of them older ones. */

/** Another path and its replacement. `to` may refer to groups of `from`; without `method` the alias applies to all methods. */
export type Alias = { from: RegExp; to: string; method?: string };

/** The base path of the older API, in which all wings shared one base path. */
const LEGACY = String.raw`^/tmc/v\d+(?:\.\d+)?/`;

const legacy = (path: string, to: string, method?: string): Alias => ({
  from: new RegExp(`${LEGACY}${path}$`),
  to,
  ...(method !== undefined && { method }),
});

/**
 * The aliases; the first match counts.
 * @rule oauth.metadata.path
 */
export const ALIASES: readonly Alias[] = [
  { from: /^\/processing\/executables\/(tasks|plans)\/?$/, to: '/orchestration/executables/$1', method: 'GET' },
  // The links of these lists have the filter as a parameter. Some clients follow links by GET, others by the method of the first page.
  { from: /^\/api\/v1\/(users|groups)\/actions\/filter\/?$/, to: '/api/v1/$1', method: 'GET' },
  // RFC 8414, section 3.1, places the metadata of an issuer with a path there.
  { from: /^(\/\.well-known\/oauth-authorization-server)\/.+$/, to: '$1', method: 'GET' },
  legacy('executions/promotions/([^/]+)', '/orchestration/executables/promotions/$1', 'POST'),
  legacy('executions/([^/]+)/logs(/.*)?', '/monitoring/executions/$1/logs$2'),
  legacy('executables/((?:tasks|plans)/(?:[^/]+/)?executions)/?', '/processing/executables/$1'),
  // In the older API a task was the only executable.
  legacy('executables/?', '/orchestration/executables/tasks', 'GET'),
  legacy('executables/(?!(?:tasks|plans|promotions)(?:/|$))([^/]+)/?', '/orchestration/executables/tasks/$1', 'GET'),
  legacy('((?:executions|runtimes)(?:/.*)?)', '/processing/$1'),
  legacy('(workspaces/[^/]+/(?:users|service-accounts)/.*)', '/security/$1'),
  legacy('(permissions(?:/.*)?)', '/security/$1'),
  legacy('(subscription(?:/.*)?)', '/account/$1'),
  legacy('((?:environments|workspaces|artifacts|connections|resources|projects|schedules|executables)(?:/.*)?)', '/orchestration/$1'),
];

/** Paths of the published API that are not served, each at the place of an id. Without this list they would be read as ids. */
export const UNSERVED_PATHS: readonly string[] = ['/api/v1/audits/archive', '/api/v1/audits/settings', '/api/v1/groups/settings'];

/** Returns the address that replaces another one, with the same query. Other addresses are returned unchanged. */
export function resolveAlias(method: string, url: string): string {
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  const alias = ALIASES.find((candidate) => (candidate.method === undefined || candidate.method === method) && candidate.from.test(path));
  return alias ? path.replace(alias.from, alias.to) + (end < 0 ? '' : url.slice(end)) : url;
}
