/** Messages of the pages of engines. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the list, of the page of an engine, and of pairing. */
export const engineMessages = defineMessages({
  AVAILABLE: ['Available', 'Verfügbar'],
  NOT_AVAILABLE: ['Does not answer', 'Antwortet nicht'],
  RETIRED: ['Silent for 30 days', 'Seit 30 Tagen still'],
  NOT_PAIRED: ['Not paired', 'Nicht gekoppelt'],
  ill: ['Starts no runs', 'Startet keine Läufe'],
  cluster: ['Cluster', 'Cluster'],
  isolation: ['Isolation', 'Trennung'],
  javas: ['Java', 'Java'],
  user: ['A user for each run', 'Ein Benutzer je Lauf'],
  namespace: ['Namespaces', 'Namensräume'],
  running: ['Running', 'Laufend'],
  own: ['On a machine of yours', 'Auf einer eigenen Maschine'],
  empty: ['There is no engine in this environment', 'In dieser Umgebung gibt es keine Engine'],
  emptyHint: [
    'An engine runs tasks next to the data. Create one, and pair the program on its machine with one command.',
    'Eine Engine führt Tasks nahe bei den Daten aus. Legen Sie eine an, und koppeln Sie das Programm auf ihrer Maschine mit einem Befehl.',
  ],
  new: ['New engine', 'Neue Engine'],
  createTitle: ['New engine in {name}', 'Neue Engine in {name}'],
  pairTitle: ['Pair {name}', '{name} koppeln'],
  pairHint: [
    'Run this command on the machine of the engine, in a folder for its files. The key works once, for 30 days, and is not shown again.',
    'Führen Sie diesen Befehl auf der Maschine der Engine aus, in einem Ordner für ihre Dateien. Der Schlüssel gilt einmal, 30 Tage lang, und erscheint nicht wieder.',
  ],
  pairLine: ['Command that pairs the engine and starts it', 'Befehl, der die Engine koppelt und startet'],
  pairInstall: [
    'The program comes from npm run pack:engine; docs/engines.md has the installation.',
    'Das Programm entsteht mit npm run pack:engine; docs/engines.md beschreibt die Installation.',
  ],
  runs: ['Runs on this engine', 'Läufe auf dieser Engine'],
  noRuns: ['Nothing runs on this engine.', 'Auf dieser Engine läuft nichts.'],
  unpair: ['Pair again', 'Neu koppeln'],
  unpairTitle: ['Give {name} a new key?', '{name} einen neuen Schlüssel geben?'],
  unpairHint: [
    'The credential of the engine becomes invalid at once, and its runs end as lost. You get a new command for the machine.',
    'Der Zugang der Engine wird sofort ungültig, und ihre Läufe enden als verloren. Sie erhalten einen neuen Befehl für die Maschine.',
  ],
  deleteHint: [
    'The server refuses it while a task is to run on the engine, or the engine belongs to a cluster.',
    'Der Server lehnt es ab, solange ein Task auf der Engine laufen soll oder sie zu einem Cluster gehört.',
  ],
  runtimeId: ['Runtime id', 'Laufzeit-Id'],
});
