import type { AddCommand } from './group.ts';

/** Commands that are loaded together: those of one noun. A command imports only the modules of its section, which keeps its start short. */
export type Section = {
  /** The first words of its commands. */
  names: readonly string[];
  /** Its commands describe all commands, so all commands are loaded. */
  describesAll?: true;
  /** Imports the functions that add them. */
  load(): Promise<AddCommand | AddCommand[]>;
};

/** All commands, in the order of the help. */
export const SECTIONS: readonly Section[] = [
  { names: ['login', 'logout', 'whoami'], load: async () => (await import('./commands/session/group.ts')).sessionCommands },
  { names: ['api'], load: async () => (await import('./commands/api/call-api.ts')).callApi },
  { names: ['profile'], load: async () => (await import('./commands/profile/group.ts')).profileGroup },
  { names: ['artifact'], load: async () => (await import('./commands/artifact/group.ts')).artifactGroup },
  { names: ['bundle'], load: async () => (await import('./commands/bundle/group.ts')).bundleGroup },
  { names: ['task'], load: async () => (await import('./commands/task/group.ts')).taskGroup },
  { names: ['plan'], load: async () => (await import('./commands/plan/group.ts')).planGroup },
  { names: ['schedule'], load: async () => (await import('./commands/schedule/group.ts')).scheduleGroup },
  { names: ['promotion'], load: async () => (await import('./commands/promotion/group.ts')).promotionGroup },
  { names: ['project'], load: async () => (await import('./commands/project/group.ts')).projectGroup },
  { names: ['resource'], load: async () => (await import('./commands/resource/group.ts')).resourceGroup },
  { names: ['trigger'], load: async () => (await import('./commands/trigger/group.ts')).triggerGroup },
  { names: ['execution'], load: async () => (await import('./commands/execution/group.ts')).executionGroup },
  { names: ['explain'], load: async () => (await import('./commands/explain/group.ts')).explainGroup },
  { names: ['engine'], load: async () => (await import('./commands/engine/group.ts')).engineGroup },
  { names: ['cluster'], load: async () => (await import('./commands/cluster/group.ts')).clusterGroup },
  { names: ['run-profile'], load: async () => (await import('./commands/run-profile/group.ts')).runProfileGroup },
  { names: ['connection'], load: async () => (await import('./commands/connection/group.ts')).connectionGroup },
  { names: ['dataset'], load: async () => (await import('./commands/dataset/group.ts')).datasetGroup },
  { names: ['dynamic-engine'], load: async () => (await import('./commands/dynamic-engine/group.ts')).dynamicEngineGroup },
  { names: ['crawler'], load: async () => (await import('./commands/crawler/group.ts')).crawlerGroup },
  { names: ['alert'], load: async () => (await import('./commands/alert/group.ts')).alertGroup },
  { names: ['notification'], load: async () => (await import('./commands/notification/group.ts')).notificationGroup },
  { names: ['service-account'], load: async () => (await import('./commands/service-account/group.ts')).serviceAccountGroup },
  { names: ['oauth'], load: async () => (await import('./commands/oauth/group.ts')).oauthGroup },
  { names: ['allowlist'], load: async () => (await import('./commands/allowlist/group.ts')).allowlistGroup },
  { names: ['user'], load: async () => (await import('./commands/user/group.ts')).userGroup },
  { names: ['group'], load: async () => (await import('./commands/group/group.ts')).groupGroup },
  { names: ['role'], load: async () => (await import('./commands/role/group.ts')).roleGroup },
  { names: ['permission'], load: async () => (await import('./commands/permission/group.ts')).permissionGroup },
  { names: ['webhook'], load: async () => (await import('./commands/webhook/group.ts')).webhookGroup },
  { names: ['audit'], load: async () => (await import('./commands/audit/group.ts')).auditGroup },
  { names: ['export', 'diff', 'apply', 'import'], load: async () => (await import('./commands/estate/group.ts')).estateCommands },
  { names: ['environment'], load: async () => (await import('./commands/environment/group.ts')).environmentGroup },
  { names: ['workspace'], load: async () => (await import('./commands/workspace/group.ts')).workspaceGroup },
  {
    names: ['completion', 'man'],
    describesAll: true,
    load: async () => (await import('./commands/completion/group.ts')).completionCommands,
  },
];

/** Returns the sections that the words of a command line may name; all if they name none. */
export function sectionsFor(words: readonly string[]): readonly Section[] {
  // A word may also be the value of an option. Then its section is loaded without need.
  const named = SECTIONS.filter(({ names }) => names.some((name) => words.includes(name)));
  return named.length === 0 || named.some(({ describesAll }) => describesAll) ? SECTIONS : named;
}
