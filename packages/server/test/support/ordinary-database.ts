/** A database whose role has no other permissions, as a hosting provider offers it. */
import { Client } from 'pg';
import { asAdministrator, databaseUrl, testServerUrl } from './database.ts';

/** Creates an empty database and the role that owns it. */
export async function ordinaryDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `ordinary_${crypto.randomUUID().replaceAll('-', '')}`;
  const password = crypto.randomUUID();
  await asAdministrator(testServerUrl(), async (client: Client) => {
    await client.query(`create role ${name} login password '${password}' nosuperuser nocreatedb nocreaterole noreplication`);
    await client.query(`create database ${name} owner ${name}`);
  });
  const url = new URL(databaseUrl(name));
  url.username = name;
  url.password = password;
  return {
    url: url.toString(),
    drop: () =>
      asAdministrator(testServerUrl(), async (client) => {
        await client.query(`drop database if exists ${name} with (force)`);
        await client.query(`drop role if exists ${name}`);
      }),
  };
}
