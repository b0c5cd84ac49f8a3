/** Messages of the pages of roles. */
import type { Permission, Right } from '@millrace/contract';
import { defineMessages } from '../../text/messages.ts';

/** Messages of the lists and of the page of a role. */
export const roleMessages = defineMessages({
  en: {
    new: 'New role',
    permissions: 'Permissions',
    permissionCount: { one: '{count} permission', other: '{count} permissions' },
    users: 'Users with this role',
    addUser: 'Assign the role to a user',
    noUsers: 'The role is assigned to no user directly.',
    custom: 'Custom',
    builtInHint: 'A built-in role cannot be changed. Make a role of your own to choose other permissions.',
    noneFits: 'No role matches this name',
    noneFitsHint: 'Clear the field, or create a role.',
    createHint: 'A role gives permissions for the whole tenant. Rights on a workspace are given on the page Rights.',
    deleteHint: 'Its users and groups lose its permissions at once.',
    show: 'Show',
    unused: 'Unused permissions',
    allRoles: 'All roles',
    unusedHint:
      'Permissions that active accounts have and have not used for {count} days. Remove them, so that a stolen token can do less damage.',
    noneUnused: 'All permissions are in use',
    noneUnusedHint: 'Each active account has used its permissions in these days.',
    permission: 'Permission',
    through: 'Through',
    lastUse: 'Last use',
  },
  de: {
    new: 'Neue Rolle',
    permissions: 'Berechtigungen',
    permissionCount: { one: '{count} Berechtigung', other: '{count} Berechtigungen' },
    users: 'Personen mit dieser Rolle',
    addUser: 'Rolle einer Person zuweisen',
    noUsers: 'Die Rolle ist keiner Person direkt zugewiesen.',
    custom: 'Eigene',
    builtInHint: 'Eine eingebaute Rolle bleibt, wie sie ist. Für andere Berechtigungen eine eigene Rolle anlegen.',
    noneFits: 'Keine Rolle passt zu diesem Namen',
    noneFitsHint: 'Das Feld leeren, oder eine Rolle anlegen.',
    createHint: 'Eine Rolle gibt Berechtigungen im ganzen Mandanten. Rechte auf einen Workspace gibt die Seite Rechte.',
    deleteHint: 'Ihre Personen und Gruppen verlieren die Berechtigungen sofort.',
    show: 'Zeigen',
    unused: 'Unbenutzte Berechtigungen',
    allRoles: 'Alle Rollen',
    unusedHint:
      'Berechtigungen, die aktive Konten haben und seit {count} Tagen nicht benutzten. Ohne sie schadet ein gestohlenes Token weniger.',
    noneUnused: 'Alle Berechtigungen werden benutzt',
    noneUnusedHint: 'Jedes aktive Konto hat seine Berechtigungen in diesen Tagen benutzt.',
    permission: 'Berechtigung',
    through: 'Durch',
    lastUse: 'Letzte Benutzung',
  },
});

/* Descriptions of permissions and rights. */

/** The permissions in words. */
export const permissionMessages = defineMessages({
  en: {
    AUDIT_LOGS_VIEW: 'Read the audit log',
    DYN_ENGINE_READ: 'See dynamic engines',
    EXECUTION_LOGS_DELETE: 'Delete logs of runs',
    SVC_CLUSTER_MANAGEMENT: 'Manage engines and clusters',
    SVC_CONNECTION_RESOURCE_EDIT: 'Change connections and resources',
    SVC_ENGINE_USE: 'See engines and start tasks on them',
    SVC_ENVIRONMENT_MANAGEMENT: 'Manage environments and workspaces',
    SVC_GROUP_MANAGEMENT: 'Manage groups',
    SVC_OAUTH_CLIENT_MANAGEMENT: 'Manage OAuth clients',
    SVC_OPERATOR: 'Operate tasks, plans and runs',
    SVC_PIPELINE_MANAGEMENT: 'Manage promotions',
    SVC_PROJECT_MANAGEMENT: 'Manage projects',
    SVC_PROMOTION_EXECUTION: 'Run promotions',
    SVC_ROLE_MANAGEMENT: 'Manage roles',
    SVC_RUN_PROFILE_MANAGEMENT: 'Manage run profiles',
    SVC_SERVICE_ACCOUNT_MANAGEMENT: 'Manage service accounts',
    SVC_SSO_MANAGEMENT: 'Manage role mappings of the single sign-on',
    SVC_SUBSCRIPTION_MANAGEMENT: 'See the subscription, rename the tenant',
    SVC_USER_MANAGEMENT: 'Manage users, tokens and the allowlist',
    SVC_WEBHOOK_MANAGEMENT: 'Manage all webhooks',
  } satisfies Record<Permission, string>,
  de: {
    AUDIT_LOGS_VIEW: 'Audit-Log lesen',
    DYN_ENGINE_READ: 'Dynamische Engines sehen',
    EXECUTION_LOGS_DELETE: 'Logs von Läufen löschen',
    SVC_CLUSTER_MANAGEMENT: 'Engines und Cluster verwalten',
    SVC_CONNECTION_RESOURCE_EDIT: 'Verbindungen und Ressourcen ändern',
    SVC_ENGINE_USE: 'Engines sehen und Tasks darauf starten',
    SVC_ENVIRONMENT_MANAGEMENT: 'Umgebungen und Workspaces verwalten',
    SVC_GROUP_MANAGEMENT: 'Gruppen verwalten',
    SVC_OAUTH_CLIENT_MANAGEMENT: 'OAuth-Clients verwalten',
    SVC_OPERATOR: 'Tasks, Pläne und Läufe bedienen',
    SVC_PIPELINE_MANAGEMENT: 'Promotionen verwalten',
    SVC_PROJECT_MANAGEMENT: 'Projekte verwalten',
    SVC_PROMOTION_EXECUTION: 'Promotionen ausführen',
    SVC_ROLE_MANAGEMENT: 'Rollen verwalten',
    SVC_RUN_PROFILE_MANAGEMENT: 'Laufprofile verwalten',
    SVC_SERVICE_ACCOUNT_MANAGEMENT: 'Dienstkonten verwalten',
    SVC_SSO_MANAGEMENT: 'Rollenzuordnungen des Single Sign-on verwalten',
    SVC_SUBSCRIPTION_MANAGEMENT: 'Vertrag sehen, Mandanten umbenennen',
    SVC_USER_MANAGEMENT: 'Personen, Tokens und Adressliste verwalten',
    SVC_WEBHOOK_MANAGEMENT: 'Alle Webhooks verwalten',
  },
});

/** The rights on a workspace in words. */
export const rightMessages = defineMessages({
  en: {
    VIEW: 'View',
    EXECUTE: 'Run',
    AUTHOR: 'Change',
    PUBLISH: 'Publish',
    MANAGE: 'Manage',
  } satisfies Record<Right, string>,
  de: { VIEW: 'Sehen', EXECUTE: 'Ausführen', AUTHOR: 'Ändern', PUBLISH: 'Veröffentlichen', MANAGE: 'Verwalten' },
});
