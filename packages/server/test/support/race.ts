/** The types of races: two simultaneous requests of which one must be refused. Each feature describes its races in `races.fixture.ts`. */
import type { Maker } from './make.ts';
import type { Sent, TestServer } from './server.ts';

/** Two requests of which one succeeds: the constraint and the code of the refusal, and the table that has one more row afterwards. */
export type Race = {
  constraint?: string;
  code: string;
  adds?: string;
  /** Called for each round with a new name. */
  prepare(name: string): Promise<readonly [sent: Sent, other: Sent]>;
};

/** Races by the operation. */
export type Races = Readonly<Record<string, Race>>;

/** `create` makes an object through the API and returns its id. */
export type RaceContext = Pick<TestServer, 'call' | 'make'> & { create(route: string, body: object): Promise<string> };

/** The same request twice. */
export const twice = (sent: () => Sent): readonly [Sent, Sent] => [sent(), sent()];

/** The same change of two objects; `path` creates an object. */
export const both = async (path: () => Promise<Record<string, string>>, body?: object): Promise<readonly [Sent, Sent]> => [
  { path: await path(), body },
  { path: await path(), body },
];

/** Returns a maker of workspaces of one environment. */
export async function workspaces(make: Maker): Promise<() => Promise<string>> {
  const environment = await make.environment();
  return async () => (await make.workspace({ environment })).id;
}
