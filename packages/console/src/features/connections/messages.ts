/** Messages of the pages of connections. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the list, and of the page of a connection. */
export const connectionMessages = defineMessages({
  app: ['Kind of system', 'Art des Systems'],
  noneFits: ['No connection matches these filters', 'Keine Verbindung passt zu diesen Filtern'],
  noneFitsHint: ['Shorten the name, or choose another workspace.', 'Kürzen Sie den Namen, oder wählen Sie einen anderen Workspace.'],
  empty: ['There is no connection in this environment yet', 'In dieser Umgebung gibt es noch keine Verbindung'],
  emptyHint: [
    'A connection has the address and the credentials of a system that tasks use. Secrets are stored encrypted.',
    'Eine Verbindung hat Adresse und Zugangsdaten eines Systems, das Tasks nutzen. Geheimnisse sind verschlüsselt gespeichert.',
  ],
  secret: ['Secret', 'Geheim'],
  secretKept: ['Empty: the stored value stays', 'Leer: der gespeicherte Wert bleibt'],
  secretMissing: ['No value is stored', 'Kein Wert gespeichert'],
  secretBound: [
    'A change of any other parameter removes the stored secrets: enter them again.',
    'Ändert sich ein anderer Parameter, werden die gespeicherten Geheimnisse entfernt: Geben Sie sie neu ein.',
  ],
  addParameter: ['Add a parameter', 'Parameter hinzufügen'],
  otherApp: ['Other', 'Anderes'],
  appName: ['Name of the system', 'Name des Systems'],
  moved: ['The connection is in another workspace now.', 'Die Verbindung liegt jetzt in einem anderen Workspace.'],
  deleteHint: ['The server refuses it while a task uses the connection.', 'Der Server lehnt es ab, solange ein Task die Verbindung nutzt.'],
  OPEN_FOR_ONE_USER: [
    'Connections may reach the machine of the server (localhost) while only one person has an account. A second one closes it.',
    'Verbindungen erreichen die Maschine des Servers (localhost), solange nur eine Person ein Konto hat. Eine zweite schließt sie.',
  ],
  CLOSED_FOR_SEVERAL_USERS: [
    'Connections do not reach the machine of the server (localhost and its own addresses), because several people have accounts. An operator opens it by MILLRACE_OUTBOUND_ALLOW=private,loopback.',
    'Verbindungen erreichen die Maschine des Servers nicht (localhost und ihre eigenen Adressen), weil mehrere Personen Konten haben. Der Betrieb öffnet sie mit MILLRACE_OUTBOUND_ALLOW=private,loopback.',
  ],
  CLOSED: [
    'Connections do not reach the machine of the server (localhost and its own addresses). An operator opens it by the word loopback in MILLRACE_OUTBOUND_ALLOW.',
    'Verbindungen erreichen die Maschine des Servers nicht (localhost und ihre eigenen Adressen). Der Betrieb öffnet sie mit dem Wort loopback in MILLRACE_OUTBOUND_ALLOW.',
  ],
  lastCheck: ['Last check', 'Letzte Prüfung'],
  TEST: ['Test', 'Test'],
  CRAWL: ['Crawl', 'Crawl'],
  SCAN: ['Scan', 'Scan'],
});
