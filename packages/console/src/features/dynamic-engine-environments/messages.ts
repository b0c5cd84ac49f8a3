/** Messages of the pages of dynamic-engine environments. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the list, and of the page of an environment. */
export const dynamicEnvironmentMessages = defineMessages({
  empty: ['There is no dynamic-engine environment', 'Es gibt keine Umgebung für dynamische Engines'],
  emptyHint: [
    'The tasks of such an environment run as pods of a Kubernetes cluster. Create one, and assign it to a dynamic engine.',
    'Die Tasks einer solchen Umgebung laufen als Pods eines Kubernetes-Clusters. Legen Sie eine an, und weisen Sie ihr eine dynamische Engine zu.',
  ],
  workspaceName: ['Name of its first workspace', 'Name ihres ersten Workspaces'],
  workspaceOwner: ['Owner of that workspace', 'Eigentümer dieses Workspaces'],
  ownerHint: ['A login. Empty: you.', 'Ein Login. Leer: Sie.'],
  deleteHint: [
    'All its workspaces are deleted with their content, for good. The server refuses it while the environment is assigned.',
    'Alle Workspaces werden mit ihrem Inhalt endgültig gelöscht. Der Server lehnt es ab, solange die Umgebung zugewiesen ist.',
  ],
  logs: ['Logs of its runs', 'Logs ihrer Läufe'],
  metrics: ['Metrics of its runs', 'Metriken ihrer Läufe'],
  NONE: ['Default of the engine', 'Vorgabe der Engine'],
  CONTROL_PLANE: ['To this server', 'Zu diesem Server'],
  DYNAMIC_ENGINE: ['Keep in the cluster', 'Im Cluster lassen'],
  strategyHint: [
    'The choice to keep logs or metrics in the cluster has no effect yet: they go to this server.',
    'Die Wahl, Logs oder Metriken im Cluster zu lassen, hat noch keine Wirkung: Sie gehen zu diesem Server.',
  ],
  notAssigned: [
    'The environment is assigned to no engine: its tasks wait.',
    'Die Umgebung ist keiner Engine zugewiesen: Ihre Tasks warten.',
  ],
});
