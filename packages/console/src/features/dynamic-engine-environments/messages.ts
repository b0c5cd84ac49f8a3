/** Messages of the pages of dynamic-engine environments. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the list, and of the page of an environment. */
export const dynamicEnvironmentMessages = defineMessages({
  en: {
    title: 'Dynamic-engine environments',
    new: 'New environment',
    empty: 'There is no dynamic-engine environment',
    emptyHint: 'The tasks of such an environment run as pods of a Kubernetes cluster. Create one, and assign it to a dynamic engine.',
    workspaceName: 'Name of its first workspace',
    workspaceOwner: 'Owner of that workspace',
    ownerHint: 'A login. Empty: you.',
    deleteHint: 'All its workspaces are deleted with their content, for good. The server refuses it while the environment is assigned.',
    workspaces: 'Workspaces',
    logs: 'Logs of its runs',
    metrics: 'Metrics of its runs',
    NONE: 'Default of the engine',
    CONTROL_PLANE: 'To this server',
    DYNAMIC_ENGINE: 'Keep in the cluster',
    strategyHint: 'The choice to keep logs or metrics in the cluster has no effect yet: they go to this server.',
    notAssigned: 'The environment is assigned to no engine: its tasks wait.',
  },
  de: {
    title: 'Umgebungen dynamischer Engines',
    new: 'Neue Umgebung',
    empty: 'Es gibt keine Umgebung für dynamische Engines',
    emptyHint:
      'Die Tasks einer solchen Umgebung laufen als Pods eines Kubernetes-Clusters. Legen Sie eine an, und weisen Sie ihr eine dynamische Engine zu.',
    workspaceName: 'Name ihres ersten Workspaces',
    workspaceOwner: 'Eigentümer dieses Workspaces',
    ownerHint: 'Ein Login. Leer: Sie.',
    deleteHint: 'Alle Workspaces werden mit ihrem Inhalt endgültig gelöscht. Der Server lehnt es ab, solange die Umgebung zugewiesen ist.',
    workspaces: 'Workspaces',
    logs: 'Logs ihrer Läufe',
    metrics: 'Metriken ihrer Läufe',
    NONE: 'Vorgabe der Engine',
    CONTROL_PLANE: 'Zu diesem Server',
    DYNAMIC_ENGINE: 'Im Cluster lassen',
    strategyHint: 'Die Wahl, Logs oder Metriken im Cluster zu lassen, hat noch keine Wirkung: Sie gehen zu diesem Server.',
    notAssigned: 'Die Umgebung ist keiner Engine zugewiesen: Ihre Tasks warten.',
  },
});
