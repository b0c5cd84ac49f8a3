/** Messages about lineage: the datasets that runs read and write. */
import { defineMessages } from '../../text/messages.ts';

/** Messages on the pages of datasets and tasks. */
export const lineageMessages = defineMessages({
  title: ['Lineage', 'Herkunft'],
  sources: ['Made from', 'Entstanden aus'],
  self: ['This dataset', 'Dieses Dataset'],
  targets: ['Used for', 'Genutzt für'],
  noNames: ['Nothing known.', 'Nichts bekannt.'],
  writtenBy: ['Runs that wrote it', 'Läufe, die es geschrieben haben'],
  readBy: ['Runs that read it', 'Läufe, die es gelesen haben'],
  noWriters: ['No run that you see has written it.', 'Kein Lauf, den Sie sehen, hat es geschrieben.'],
  noReaders: ['No run that you see has read it.', 'Kein Lauf, den Sie sehen, hat es gelesen.'],
  hint: [
    'Runs report what they read and write. A bundle that reports nothing does not appear here.',
    'Läufe melden, was sie lesen und schreiben. Ein Bundle, das nichts meldet, erscheint hier nicht.',
  ],
  run: ['Run', 'Lauf'],
  finished: ['Finished', 'Beendet'],
  taskTitle: ['Datasets of the runs', 'Datasets der Läufe'],
  inputs: ['Read', 'Gelesen'],
  outputs: ['Written', 'Geschrieben'],
  byLastRun: ['last run', 'letzter Lauf'],
});
