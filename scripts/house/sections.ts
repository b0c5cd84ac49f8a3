/** The sections of the server by the folder of `features/` that contains them (their wing). */
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
    'ownerless-triggers',
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
  accounts: [
    'users',
    'groups',
    'roles',
    'tokens',
    'service-accounts',
    'sign-in',
    'single-sign-on',
    'subscription',
    'scim',
    'tenant-users',
    'tenant-groups',
    'tenant-roles',
    'api-keys',
    'tenants',
  ],
  security: ['held', 'workspace-permissions', 'ip-allowlist', 'role-mappings', 'permission-uses', 'explanations', 'audit-log'],
  sharing: ['sharing'],
  catalog: ['datasets', 'semantic-types', 'lineage', 'catalog-connections', 'crawlers'],
  oauth: ['oauth', 'oauth-clients', 'oauth-tokens'],
  events: [
    'outbox',
    'fan-out',
    'webhooks',
    'webhook-listeners',
    'delivery-queue',
    'webhook-sender',
    'notifications',
    'web-notifications',
    'alerts',
  ],
  system: ['health', 'metrics', 'content', 'downloads'],
};

/** Converts words or camelCase to kebab-case. */
export const kebab = (text: string): string =>
  text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .toLowerCase();

/** Returns the folder of a section below `features/`; undefined if no wing has the section. */
export function folderOf(section: string): string | undefined {
  const name = kebab(section);
  const wing = Object.keys(WINGS).find((key) => WINGS[key]?.includes(name));
  return wing && `${wing}/${name}`;
}
