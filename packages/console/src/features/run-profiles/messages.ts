/** Messages of run profiles. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the list, and of the card of an engine or cluster. */
export const runProfileMessages = defineMessages({
  of: ['Belongs to', 'Gehört zu'],
  RE: ['Engine', 'Engine'],
  REC: ['Cluster', 'Cluster'],
  GEN_2: ['Pipeline engine', 'Pipeline-Engine'],
  DYNAMIC_ENGINE: ['Dynamic engines', 'Dynamische Engines'],
  environment: ['The environment', 'Die Umgebung'],
  arguments: ['Java options', 'Java-Optionen'],
  argumentsHint: [
    'One on each line, such as -Xmx4g. They override the options of the job.',
    'Je Zeile eine, etwa -Xmx4g. Sie gehen den Optionen des Jobs vor.',
  ],
  empty: ['No run profile yet.', 'Noch kein Laufprofil.'],
  emptyHint: [
    'A run profile gives Java options to tasks, such as more memory. Create it on the page of an engine or a cluster.',
    'Ein Laufprofil gibt Tasks Java-Optionen, etwa mehr Speicher. Legen Sie es auf der Seite einer Engine oder eines Clusters an.',
  ],
  noneFits: ['No run profile has this name', 'Kein Laufprofil heißt so'],
  new: ['New run profile', 'Neues Laufprofil'],
  deleteHint: [
    'While a task uses the run profile, the server deletes it only if a successor takes its place.',
    'Solange ein Task das Laufprofil nutzt, löscht der Server es nur, wenn ein Nachfolger an seine Stelle tritt.',
  ],
  successor: ['Successor', 'Nachfolger'],
  noSuccessor: ['None', 'Keiner'],
});
