/** Messages of run profiles. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the list, and of the card of an engine or cluster. */
export const runProfileMessages = defineMessages({
  en: {
    title: 'Run profiles',
    of: 'Belongs to',
    RE: 'Engine',
    REC: 'Cluster',
    GEN_2: 'Pipeline engine',
    DYNAMIC_ENGINE: 'Dynamic engines',
    environment: 'The environment',
    arguments: 'Java options',
    argumentsHint: 'One on each line, such as -Xmx4g. They override the options of the job.',
    empty: 'No run profile yet.',
    emptyHint: 'A run profile gives Java options to tasks, such as more memory. Create it on the page of an engine or a cluster.',
    noneFits: 'No run profile has this name',
    new: 'New run profile',
    deleteHint: 'While a task uses the run profile, the server deletes it only if a successor takes its place.',
    successor: 'Successor',
    noSuccessor: 'None',
  },
  de: {
    title: 'Laufprofile',
    of: 'Gehört zu',
    RE: 'Engine',
    REC: 'Cluster',
    GEN_2: 'Pipeline-Engine',
    DYNAMIC_ENGINE: 'Dynamische Engines',
    environment: 'Die Umgebung',
    arguments: 'Java-Optionen',
    argumentsHint: 'Je Zeile eine, etwa -Xmx4g. Sie gehen den Optionen des Jobs vor.',
    empty: 'Noch kein Laufprofil.',
    emptyHint:
      'Ein Laufprofil gibt Tasks Java-Optionen, etwa mehr Speicher. Legen Sie es auf der Seite einer Engine oder eines Clusters an.',
    noneFits: 'Kein Laufprofil heißt so',
    new: 'Neues Laufprofil',
    deleteHint: 'Solange ein Task das Laufprofil nutzt, löscht der Server es nur, wenn ein Nachfolger an seine Stelle tritt.',
    successor: 'Nachfolger',
    noSuccessor: 'Keiner',
  },
});
