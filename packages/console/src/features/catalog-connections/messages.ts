/** Messages about the connections of the catalogue. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the list, of the form, and of the page of a connection. */
export const catalogConnectionMessages = defineMessages({
  title: ['Connections of the catalogue', 'Verbindungen des Katalogs'],
  type: ['Type', 'Typ'],
  empty: ['The catalogue has no connection yet', 'Der Katalog hat noch keine Verbindung'],
  emptyHint: [
    'A connection has the address and the credentials of a database. Its crawler makes a dataset of each table.',
    'Eine Verbindung hat Adresse und Zugangsdaten einer Datenbank. Ihr Crawler macht aus jeder Tabelle ein Dataset.',
  ],
  newTitle: ['A new connection', 'Eine neue Verbindung'],
  newHint: [
    'Tasks of the workspace can use it, too. Secrets are stored encrypted.',
    'Tasks des Workspace können sie auch nutzen. Geheimnisse sind verschlüsselt gespeichert.',
  ],
  jdbcUrl: ['JDBC URL', 'JDBC-URL'],
  jdbcHint: [
    'For example jdbc:postgresql://warehouse.example.com:5432/finance',
    'Zum Beispiel jdbc:postgresql://warehouse.example.com:5432/finance',
  ],
  username: ['User', 'Benutzer'],
  password: ['Password', 'Passwort'],
  keepsSamples: ['Store rows of the tables as samples', 'Zeilen der Tabellen als Stichproben speichern'],
  keepsSamplesHint: [
    'People with whom a dataset is shared see its sample. Without rows, the catalogue cannot measure quality.',
    'Wer Zugang zu einem Dataset hat, sieht dessen Stichprobe. Ohne Zeilen kann der Katalog keine Qualität messen.',
  ],
  existingTitle: ['A connection of a workspace', 'Eine Verbindung eines Workspace'],
  existingHint: [
    'The connection itself stays unchanged; the catalogue adds tags, samples and datasets to it.',
    'Die Verbindung selbst bleibt unverändert; der Katalog ergänzt Tags, Stichproben und Datasets.',
  ],
  noExisting: ['You see no connection in this environment.', 'In dieser Umgebung sehen Sie keine Verbindung.'],
  put: ['Add to the catalogue', 'In den Katalog aufnehmen'],
  samples: ['Samples', 'Stichproben'],
  samplesStored: ['rows are stored', 'Zeilen werden gespeichert'],
  samplesNot: ['no rows are stored', 'es werden keine Zeilen gespeichert'],
  builtInEngine: ['built-in engine', 'eingebaute Engine'],
  addressLegend: ['Address and credentials', 'Adresse und Zugangsdaten'],
  toConnection: ['The connection in its workspace', 'Die Verbindung in ihrem Workspace'],
  off: ['Not in use', 'Nicht in Gebrauch'],
  changeTitle: ['Change the connection in the catalogue', 'Verbindung im Katalog ändern'],
  tagsHint: [
    'Words by which people find the connection, one on each line.',
    'Wörter, unter denen Personen die Verbindung finden, je Zeile eines.',
  ],
  samplesGone: ['Stored rows are deleted at once.', 'Gespeicherte Zeilen werden sofort gelöscht.'],
  removeAction: ['Remove from the catalogue', 'Aus dem Katalog entfernen'],
  removeHint: [
    'The connection of the workspace stays. The server refuses it while datasets use the connection.',
    'Die Verbindung des Workspace bleibt. Der Server lehnt es ab, solange Datasets die Verbindung nutzen.',
  ],
  crawler: ['Crawler', 'Crawler'],
  noCrawler: ['This connection has no crawler.', 'Diese Verbindung hat keinen Crawler.'],
  showDatasets: [
    { one: 'Show {count} dataset', other: 'Show {count} datasets' },
    { one: '{count} Dataset zeigen', other: '{count} Datasets zeigen' },
  ],
});
