/** Messages of the pages of roles, and the permissions and rights in words. */
import type { Permission, Right } from '@millrace/contract';
import { defineMessages } from '../../text/messages.ts';

/** Messages of the lists and of the page of a role. */
export const roleMessages = defineMessages({
  new: ['New role', 'Neue Rolle'],
  permissions: ['Permissions', 'Berechtigungen'],
  permissionCount: [
    { one: '{count} permission', other: '{count} permissions' },
    { one: '{count} Berechtigung', other: '{count} Berechtigungen' },
  ],
  users: ['Users with this role', 'Personen mit dieser Rolle'],
  addUser: ['Assign the role to a user', 'Rolle einer Person zuweisen'],
  noUsers: ['The role is assigned to no user directly.', 'Die Rolle ist keiner Person direkt zugewiesen.'],
  custom: ['Custom', 'Eigene'],
  builtInHint: [
    'A built-in role cannot be changed. Make a role of your own to choose other permissions.',
    'Eine eingebaute Rolle bleibt, wie sie ist. Für andere Berechtigungen eine eigene Rolle anlegen.',
  ],
  noneFits: ['No role matches this name', 'Keine Rolle passt zu diesem Namen'],
  noneFitsHint: ['Clear the field, or create a role.', 'Das Feld leeren, oder eine Rolle anlegen.'],
  createHint: [
    'A role gives permissions for the whole tenant. Rights on a workspace are given on the page Rights.',
    'Eine Rolle gibt Berechtigungen im ganzen Mandanten. Rechte auf einen Workspace gibt die Seite Rechte.',
  ],
  deleteHint: ['Its users and groups lose its permissions at once.', 'Ihre Personen und Gruppen verlieren die Berechtigungen sofort.'],
  unused: ['Unused permissions', 'Unbenutzte Berechtigungen'],
  allRoles: ['All roles', 'Alle Rollen'],
  unusedHint: [
    'Permissions that active accounts have and have not used for {count} days. Remove them, so that a stolen token can do less damage.',
    'Berechtigungen, die aktive Konten haben und seit {count} Tagen nicht benutzten. Ohne sie schadet ein gestohlenes Token weniger.',
  ],
  noneUnused: ['All permissions are in use', 'Alle Berechtigungen werden benutzt'],
  noneUnusedHint: [
    'Each active account has used its permissions in these days.',
    'Jedes aktive Konto hat seine Berechtigungen in diesen Tagen benutzt.',
  ],
  permission: ['Permission', 'Berechtigung'],
  through: ['Through', 'Durch'],
  lastUse: ['Last use', 'Letzte Benutzung'],
});

/** What each built-in role is for, in one sentence. */
export const roleSentences = defineMessages({
  TenantAdmin: ['Everything, also people, rights and environments.', 'Alles, auch Personen, Rechte und Umgebungen.'],
  'Security Administrator': [
    'People, groups, roles, service accounts and the audit log.',
    'Personen, Gruppen, Rollen, Dienstkonten und das Audit-Log.',
  ],
  'Project Administrator': ['Projects of the studio and who works on them.', 'Projekte des Studios und wer daran arbeitet.'],
  'Environment Administrator': [
    'Environments, workspaces and promotions between them.',
    'Umgebungen, Workspaces und Promotionen dazwischen.',
  ],
  'Infrastructure Administrator': ['Engines, clusters and run profiles.', 'Engines, Cluster und Laufprofile.'],
  Operator: [
    'Starts and changes tasks, plans and schedules, where rights on workspaces allow it.',
    'Startet und ändert Tasks, Pläne und Zeitpläne, wo Rechte auf Workspaces es erlauben.',
  ],
  'Assets Manager': [
    'Changes connections and resources, where rights on workspaces allow it.',
    'Ändert Verbindungen und Ressourcen, wo Rechte auf Workspaces es erlauben.',
  ],
  withoutRole: ['Looks at what rights on workspaces show.', 'Sieht an, was Rechte auf Workspaces zeigen.'],
});

/** The permissions in words. */
export const permissionMessages = defineMessages({
  AUDIT_LOGS_VIEW: ['Read the audit log', 'Audit-Log lesen'],
  DYN_ENGINE_READ: ['See dynamic engines', 'Dynamische Engines sehen'],
  EXECUTION_LOGS_DELETE: ['Delete logs of runs', 'Logs von Läufen löschen'],
  SVC_CLUSTER_MANAGEMENT: ['Manage engines and clusters', 'Engines und Cluster verwalten'],
  SVC_CONNECTION_RESOURCE_EDIT: ['Change connections and resources', 'Verbindungen und Ressourcen ändern'],
  SVC_ENGINE_USE: ['See engines and start tasks on them', 'Engines sehen und Tasks darauf starten'],
  SVC_ENVIRONMENT_MANAGEMENT: ['Manage environments and workspaces', 'Umgebungen und Workspaces verwalten'],
  SVC_GROUP_MANAGEMENT: ['Manage groups', 'Gruppen verwalten'],
  SVC_OAUTH_CLIENT_MANAGEMENT: ['Manage OAuth clients', 'OAuth-Clients verwalten'],
  SVC_OPERATOR: ['Operate tasks, plans and runs', 'Tasks, Pläne und Läufe bedienen'],
  SVC_PIPELINE_MANAGEMENT: ['Manage promotions', 'Promotionen verwalten'],
  SVC_PROJECT_MANAGEMENT: ['Manage projects', 'Projekte verwalten'],
  SVC_PROMOTION_EXECUTION: ['Run promotions', 'Promotionen ausführen'],
  SVC_ROLE_MANAGEMENT: ['Manage roles', 'Rollen verwalten'],
  SVC_RUN_PROFILE_MANAGEMENT: ['Manage run profiles', 'Laufprofile verwalten'],
  SVC_SERVICE_ACCOUNT_MANAGEMENT: ['Manage service accounts', 'Dienstkonten verwalten'],
  SVC_SSO_MANAGEMENT: ['Manage role mappings of the single sign-on', 'Rollenzuordnungen des Single Sign-on verwalten'],
  SVC_SUBSCRIPTION_MANAGEMENT: ['See the subscription, rename the tenant', 'Vertrag sehen, Mandanten umbenennen'],
  SVC_USER_MANAGEMENT: ['Manage users, tokens and the allowlist', 'Personen, Tokens und Adressliste verwalten'],
  SVC_WEBHOOK_MANAGEMENT: ['Manage all webhooks', 'Alle Webhooks verwalten'],
} satisfies Record<Permission, readonly [string, string]>);

/** The rights on a workspace in words. */
export const rightMessages = defineMessages({
  VIEW: ['View', 'Sehen'],
  EXECUTE: ['Run', 'Ausführen'],
  AUTHOR: ['Change', 'Ändern'],
  PUBLISH: ['Publish', 'Veröffentlichen'],
  MANAGE: ['Manage', 'Verwalten'],
} satisfies Record<Right, readonly [string, string]>);
