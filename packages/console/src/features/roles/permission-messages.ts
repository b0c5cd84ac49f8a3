/** Descriptions of permissions and rights. */
import type { Permission, Right } from '@millrace/contract';
import { defineMessages } from '../../text/messages.ts';

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
