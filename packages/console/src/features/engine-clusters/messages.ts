/** Messages of the pages of clusters. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the list and of the page of a cluster. */
export const clusterMessages = defineMessages({
  empty: ['There is no cluster in this environment', 'In dieser Umgebung gibt es keinen Cluster'],
  emptyHint: [
    'The engines of a cluster stand in for each other: a task runs on any of them.',
    'Die Engines eines Clusters vertreten einander: Ein Task läuft auf irgendeiner davon.',
  ],
  new: ['New cluster', 'Neuer Cluster'],
  createTitle: ['New cluster in {name}', 'Neuer Cluster in {name}'],
  noEngines: ['The cluster has no engine yet: its tasks wait.', 'Der Cluster hat noch keine Engine: Seine Tasks warten.'],
  addEngine: ['Add an engine', 'Engine hinzufügen'],
  addHint: [
    'Tasks that are to run on the engine will run on the cluster.',
    'Tasks, die auf der Engine laufen sollen, laufen danach auf dem Cluster.',
  ],
  noFree: ['Every engine of this environment belongs to a cluster.', 'Jede Engine dieser Umgebung gehört zu einem Cluster.'],
  profiles: ['Run profile of its tasks', 'Laufprofil ihrer Tasks'],
  DEFAULT: ['None', 'Keines'],
  DUPLICATE_RUN_PROFILES: ['A copy of their present profile', 'Eine Kopie ihres jetzigen Profils'],
  takeOut: ['Remove from cluster', 'Aus dem Cluster entfernen'],
  takenOut: ['The engine belongs to no cluster now.', 'Die Engine gehört jetzt zu keinem Cluster.'],
  added: ['The engine belongs to the cluster.', 'Die Engine gehört zum Cluster.'],
  deleteHint: [
    'Its engines stay, its run profiles are deleted. The server refuses it while a task is to run on the cluster.',
    'Die Engines bleiben, die Laufprofile werden gelöscht. Der Server lehnt es ab, solange ein Task auf dem Cluster laufen soll.',
  ],
});
