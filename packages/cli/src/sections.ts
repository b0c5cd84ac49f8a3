import type { Command } from 'commander';

import type { Shell } from './shell.ts';

/** Commands that are loaded together: those of one noun. A command imports only the modules of its section, which keeps its start short. */
export type Section = {
  /** The first words of its commands. */
  names: readonly string[];
  /** Its commands describe all commands, so all commands are loaded. */
  describesAll?: true;
  /** Imports the function that adds them. */
  load(): Promise<(program: Command, shell: Shell) => unknown>;
};

/** All commands, in the order of the help. */
export const SECTIONS: readonly Section[] = [
  { names: ['login', 'logout', 'whoami'], load: async () => (await import('./nouns/session-commands.ts')).addSessionCommands },
  { names: ['api'], load: async () => (await import('./commands/api/call-api.ts')).callApi },
  { names: ['profile'], load: async () => (await import('./nouns/profile-commands.ts')).addProfileCommands },
  { names: ['artifact'], load: async () => (await import('./nouns/artifact-commands.ts')).addArtifactCommands },
  { names: ['bundle'], load: async () => (await import('./nouns/bundle-commands.ts')).addBundleCommands },
  { names: ['task'], load: async () => (await import('./nouns/task-commands.ts')).addTaskCommands },
  { names: ['plan'], load: async () => (await import('./nouns/plan-commands.ts')).addPlanCommands },
  { names: ['schedule'], load: async () => (await import('./commands/schedule/group.ts')).scheduleGroup },
  { names: ['promotion'], load: async () => (await import('./nouns/promotion-commands.ts')).addPromotionCommands },
  { names: ['project'], load: async () => (await import('./nouns/project-commands.ts')).addProjectCommands },
  { names: ['resource'], load: async () => (await import('./nouns/resource-commands.ts')).addResourceCommands },
  { names: ['trigger'], load: async () => (await import('./nouns/trigger-commands.ts')).addTriggerCommands },
  { names: ['execution'], load: async () => (await import('./nouns/execution-commands.ts')).addExecutionCommands },
  { names: ['explain'], load: async () => (await import('./nouns/explain-commands.ts')).addExplainCommands },
  { names: ['engine'], load: async () => (await import('./nouns/engine-commands.ts')).addEngineCommands },
  { names: ['cluster'], load: async () => (await import('./nouns/cluster-commands.ts')).addClusterCommands },
  { names: ['run-profile'], load: async () => (await import('./nouns/run-profile-commands.ts')).addRunProfileCommands },
  { names: ['connection'], load: async () => (await import('./nouns/connection-commands.ts')).addConnectionCommands },
  { names: ['dataset'], load: async () => (await import('./nouns/dataset-commands.ts')).addDatasetCommands },
  { names: ['dynamic-engine'], load: async () => (await import('./nouns/dynamic-engine-commands.ts')).addDynamicEngineCommands },
  { names: ['crawler'], load: async () => (await import('./nouns/crawler-commands.ts')).addCrawlerCommands },
  { names: ['alert'], load: async () => (await import('./nouns/alert-commands.ts')).addAlertCommands },
  { names: ['notification'], load: async () => (await import('./nouns/notification-commands.ts')).addNotificationCommands },
  { names: ['service-account'], load: async () => (await import('./nouns/service-account-commands.ts')).addServiceAccountCommands },
  { names: ['oauth'], load: async () => (await import('./nouns/oauth-commands.ts')).addOauthCommands },
  { names: ['allowlist'], load: async () => (await import('./nouns/allowlist-commands.ts')).addAllowlistCommands },
  { names: ['user'], load: async () => (await import('./nouns/user-commands.ts')).addUserCommands },
  { names: ['group'], load: async () => (await import('./nouns/group-commands.ts')).addGroupCommands },
  { names: ['role'], load: async () => (await import('./nouns/role-commands.ts')).addRoleCommands },
  { names: ['permission'], load: async () => (await import('./nouns/permission-commands.ts')).addPermissionCommands },
  { names: ['webhook'], load: async () => (await import('./nouns/webhook-commands.ts')).addWebhookCommands },
  { names: ['audit'], load: async () => (await import('./nouns/audit-commands.ts')).addAuditCommands },
  { names: ['export', 'diff', 'apply', 'import'], load: async () => (await import('./nouns/estate-commands.ts')).addEstateCommands },
  { names: ['environment', 'workspace'], load: async () => (await import('./nouns/environment-commands.ts')).addEnvironmentCommands },
  {
    names: ['completion', 'man'],
    describesAll: true,
    load: async () => (await import('./nouns/completion-commands.ts')).addCompletionCommands,
  },
];

/** Returns the sections that the words of a command line may name; all if they name none. */
export function sectionsFor(words: readonly string[]): readonly Section[] {
  // A word may also be the value of an option. Then its section is loaded without need.
  const named = SECTIONS.filter(({ names }) => names.some((name) => words.includes(name)));
  return named.length === 0 || named.some(({ describesAll }) => describesAll) ? SECTIONS : named;
}
