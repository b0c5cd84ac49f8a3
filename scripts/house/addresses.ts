/** The wings of the server and the sections that each holds: the table of contents of `features/`. */
export const WINGS: Readonly<Record<string, readonly string[]>> = {
  orchestration: [
    'environments',
    'workspaces',
    'artifacts',
    'connections',
    'resources',
    'projects',
    'tasks',
    'plans',
    'schedules',
    'triggers',
    'promotions',
    'dynamic-engine-environments',
  ],
  processing: [
    'task-executions',
    'plan-executions',
    'promotion-executions',
    'firing',
    'webhook-triggers',
    'remote-engines',
    'engine-clusters',
    'run-profiles',
    'dynamic-engines',
    'engine-protocol',
  ],
  monitoring: ['execution-logs', 'log-store', 'execution-history', 'component-metrics'],
  accounts: ['users', 'groups', 'roles', 'tokens', 'service-accounts', 'subscription'],
  security: ['workspace-permissions', 'ip-allowlist', 'audit-log'],
  sharing: ['sharing'],
  catalog: ['datasets', 'custom-attributes', 'catalog-connections', 'crawlers'],
  oauth: ['oauth', 'oauth-clients'],
  events: ['event-types', 'webhooks', 'notifications'],
  system: ['health', 'metrics', 'content', 'downloads'],
};

/** Words or camelCase → kebab-case. */
export const kebab = (text: string): string =>
  text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .toLowerCase();

/** The folder of a section below `features/`, or undefined where no wing has it. */
export function folderOf(section: string): string | undefined {
  const name = kebab(section);
  const wing = Object.keys(WINGS).find((one) => WINGS[one]?.includes(name));
  return wing && `${wing}/${name}`;
}
