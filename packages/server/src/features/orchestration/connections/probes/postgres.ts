/** PostgreSQL. */
import { Socket } from 'node:net';
import { openForeignDatabase } from '../../../../core/db.ts';
import { guard, trustOf } from './dial.ts';
import { addressOf, isOn, wanted, wantedUser, type Probe } from './probe.ts';

/** Signs in to a database. */
export const probePostgres: Probe = async (values, signal) => {
  const address = addressOf(values, 5432);
  const database = wanted(values, 'database', 'the name of the database');
  const user = wantedUser(values);
  const ssl = isOn(values, 'ssl') && trustOf(values);
  await openForeignDatabase({ ...address, database, user, password: values.get('password') ?? '', ssl }, () => {
    const socket = new Socket({ signal });
    guard(socket);
    return socket;
  });
  return 'The database was opened.';
};
