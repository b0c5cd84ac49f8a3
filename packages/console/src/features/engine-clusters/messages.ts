/** Messages of the pages of clusters. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the list and of the page of a cluster. */
export const clusterMessages = defineMessages({
  en: {
    title: 'Clusters',
    empty: 'There is no cluster in this environment',
    emptyHint: 'The engines of a cluster stand in for each other: a task runs on any of them.',
    new: 'New cluster',
    createTitle: 'New cluster in {name}',
    engines: 'Engines',
    noEngines: 'The cluster has no engine yet: its tasks wait.',
    addEngine: 'Add an engine',
    addHint: 'Tasks that are to run on the engine will run on the cluster.',
    noFree: 'Every engine of this environment belongs to a cluster.',
    profiles: 'Run profile of its tasks',
    DEFAULT: 'None',
    DUPLICATE_RUN_PROFILES: 'A copy of their present profile',
    takeOut: 'Remove from cluster',
    takenOut: 'The engine belongs to no cluster now.',
    added: 'The engine belongs to the cluster.',
    deleteHint: 'Its engines stay, its run profiles are deleted. The server refuses it while a task is to run on the cluster.',
  },
  de: {
    title: 'Cluster',
    empty: 'In dieser Umgebung gibt es keinen Cluster',
    emptyHint: 'Die Engines eines Clusters vertreten einander: Ein Task läuft auf irgendeiner davon.',
    new: 'Neuer Cluster',
    createTitle: 'Neuer Cluster in {name}',
    engines: 'Engines',
    noEngines: 'Der Cluster hat noch keine Engine: Seine Tasks warten.',
    addEngine: 'Engine hinzufügen',
    addHint: 'Tasks, die auf der Engine laufen sollen, laufen danach auf dem Cluster.',
    noFree: 'Jede Engine dieser Umgebung gehört zu einem Cluster.',
    profiles: 'Laufprofil ihrer Tasks',
    DEFAULT: 'Keines',
    DUPLICATE_RUN_PROFILES: 'Eine Kopie ihres jetzigen Profils',
    takeOut: 'Aus dem Cluster entfernen',
    takenOut: 'Die Engine gehört jetzt zu keinem Cluster.',
    added: 'Die Engine gehört zum Cluster.',
    deleteHint:
      'Die Engines bleiben, die Laufprofile werden gelöscht. Der Server lehnt es ab, solange ein Task auf dem Cluster laufen soll.',
  },
});
