/** The words for what the audit log has recorded: the section and what was done there, in the language of the reader. */
import { shellMessages } from '../../app/shell-messages.ts';
import { useText } from '../../text/language.tsx';
import { auditMessages } from './messages.ts';

/** The sections by the names that the log has for them, and the messages with which the navigation calls them. Others have no word. */
const SECTIONS = {
  alerts: 'alertRules',
  artifacts: 'artifacts',
  'catalog-connections': 'catalogConnections',
  connections: 'taskConnections',
  crawlers: 'crawlers',
  datasets: 'datasets',
  'dynamic-engine-environments': 'dynamicEnvironments',
  'dynamic-engines': 'dynamicEngines',
  'engine-clusters': 'clusters',
  environments: 'environments',
  groups: 'groups',
  'ip-allowlist': 'allowlist',
  'oauth-clients': 'oauthClients',
  'plan-executions': 'runs',
  plans: 'plans',
  projects: 'projects',
  'promotion-executions': 'promotions',
  promotions: 'promotions',
  'remote-engines': 'engines',
  resources: 'resources',
  'role-mappings': 'roleMappings',
  roles: 'roles',
  'run-profiles': 'runProfiles',
  schedules: 'schedules',
  'service-accounts': 'serviceAccounts',
  'sign-in': 'signIn',
  'task-executions': 'runs',
  tasks: 'tasks',
  'tenant-groups': 'groups',
  'tenant-roles': 'roles',
  'tenant-users': 'users',
  tokens: 'tokens',
  users: 'users',
  'web-notifications': 'inbox',
  webhooks: 'webhooks',
  'workspace-permissions': 'rights',
  workspaces: 'workspaces',
} as const;

const keyOf = <Key extends string>(keys: Readonly<Record<Key, unknown>>, word: string): Key | undefined =>
  Object.hasOwn(keys, word) ? (word as Key) : undefined;

/** An event type or source without the prefix that all have in common. */
export const shortName = (name: string): string => name.replace(/^com\.service(?:\.v1\.|\/)/, '');

/** Words for sources and event types; undefined for one that has none. */
export function useAuditWords(): { sectionOf: (source: string) => string | undefined; kindOf: (eventType: string) => string | undefined } {
  const say = useText(shellMessages);
  const text = useText(auditMessages);
  const sectionOf = (source: string): string | undefined => {
    const section = keyOf(SECTIONS, shortName(source));
    return section && say(SECTIONS[section]);
  };
  return {
    sectionOf,
    kindOf: (eventType) => {
      const [source = '', operation = ''] = shortName(eventType).split('.');
      const [section, done] = [sectionOf(source), keyOf(auditMessages.texts, `did_${operation.split('-')[0]}`)];
      return section && done && text('kindOf', { section, done: text(done as 'did_create') });
    },
  };
}
