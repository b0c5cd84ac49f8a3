/** Messages of the pages of connections. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the list, and of the page of a connection. */
export const connectionMessages = defineMessages('connection', {
  app: 'Kind of system',
  noneFits: 'No connection matches these filters',
  noneFitsHint: 'Shorten the name, or choose another workspace.',
  empty: 'There is no connection in this environment yet',
  emptyHint: 'A connection has the address and the credentials of a system that tasks use. Secrets are stored encrypted.',
  secret: 'Secret',
  secretKept: 'Empty: the stored value stays',
  secretMissing: 'No value is stored',
  secretBound: 'A change of any other parameter removes the stored secrets: enter them again.',
  addParameter: 'Add a parameter',
  otherApp: 'Other',
  appName: 'Name of the system',
  moved: 'The connection is in another workspace now.',
  deleteHint: 'The server refuses it while a task uses the connection.',
  OPEN_FOR_ONE_USER:
    'Connections may reach the machine of the server (localhost) while only one person has an account. A second one closes it.',
  CLOSED_FOR_SEVERAL_USERS:
    'Connections do not reach the machine of the server (localhost and its own addresses), because several people have accounts. An operator opens it by MILLRACE_OUTBOUND_ALLOW=private,loopback.',
  CLOSED:
    'Connections do not reach the machine of the server (localhost and its own addresses). An operator opens it by the word loopback in MILLRACE_OUTBOUND_ALLOW.',
  lastCheck: 'Last check',
  TEST: 'Test',
  CRAWL: 'Crawl',
  SCAN: 'Scan',
});
