/** Probes PostgreSQL. */
import type { Socket } from 'node:net';
import { tryForeignDatabase } from '../../../../core/database/db.ts';
import { openProbeSocket, trustOf, addressOf, isOn, requiredValue, requiredUser, type Probe } from './probe.ts';

/** Signs in to a database. */
export const probePostgres: Probe = async (values, outbound, signal) => {
  const address = addressOf(values, 5432);
  const database = requiredValue(values, 'database', 'the name of the database');
  const user = requiredUser(values);
  const ssl = isOn(values, 'ssl') && trustOf(values);
  const socket = await openProbeSocket(outbound, address, signal);
  await tryForeignDatabase({ ...address, database, user, password: values.get('password') ?? '', ssl }, () => alreadyConnected(socket));
  return 'The database was opened.';
};

/** The driver calls `connect` of its socket. This socket is connected already, so that `connect` only emits the event. */
function alreadyConnected(socket: Socket): Socket {
  return Object.assign(socket, {
    connect: (): Socket => {
      process.nextTick(() => socket.emit('connect'));
      return socket;
    },
  });
}
