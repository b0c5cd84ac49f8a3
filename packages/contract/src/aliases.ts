/** Older spellings of addresses that clients still send, as data; nothing but the HTTP server looks at them. */

/** An address under another name: requests of the method, or of any, whose path fits are served as `to` says. */
export type Alias = { from: RegExp; to: string; method?: string };

/** Versions of the single product that the wings were once part of. */
const LEGACY = String.raw`^/tmc/v\d+(?:\.\d+)?/`;

const legacy = (path: string, to: string, method?: string): Alias => ({
  from: new RegExp(`${LEGACY}${path}$`),
  to,
  ...(method !== undefined && { method }),
});

/** The aliases, the first that fits counts. */
export const ALIASES: readonly Alias[] = [
  { from: /^\/processing\/executables\/(tasks|plans)\/?$/, to: '/orchestration/executables/$1', method: 'GET' },
  legacy('executions/promotions/([^/]+)', '/orchestration/executables/promotions/$1', 'POST'),
  legacy('executions/([^/]+)/logs(/.*)?', '/monitoring/executions/$1/logs$2'),
  legacy('executables/((?:tasks|plans)/(?:[^/]+/)?executions)/?', '/processing/executables/$1'),
  // A task was the only executable then.
  legacy('executables/?', '/orchestration/executables/tasks', 'GET'),
  legacy('executables/(?!(?:tasks|plans|promotions)(?:/|$))([^/]+)/?', '/orchestration/executables/tasks/$1', 'GET'),
  legacy('((?:executions|runtimes)(?:/.*)?)', '/processing/$1'),
  legacy('(workspaces/[^/]+/(?:users|service-accounts)/.*)', '/security/$1'),
  legacy('(permissions(?:/.*)?)', '/security/$1'),
  legacy('(subscription(?:/.*)?)', '/account/$1'),
  legacy('((?:environments|workspaces|artifacts|connections|resources|projects|schedules|executables)(?:/.*)?)', '/orchestration/$1'),
];

/** The address that a request means; the query stays. */
export function meantBy(method: string, url: string): string {
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  const alias = ALIASES.find((one) => (one.method === undefined || one.method === method) && one.from.test(path));
  return alias ? path.replace(alias.from, alias.to) + (end < 0 ? '' : url.slice(end)) : url;
}
