/** Writes the fixture of a release. `npm run release` starts the database. */
import { fixtureKey, writeRelease } from './release-fixture.ts';
import { makeScene } from './release-scene.ts';
import { startOwnServer } from './server.ts';

/** Creates the install of the fixture and writes it. Returns its folder. */
export async function writeFixture(version: string): Promise<string> {
  let databaseUrl = '';
  const server = await startOwnServer({ MILLRACE_ROLE: 'api', MILLRACE_KEY: fixtureKey(version) }, async (url) => (databaseUrl = url));
  try {
    const scene = await makeScene(server);
    return await writeRelease(version, databaseUrl, server.home, scene);
  } finally {
    await server.stop();
  }
}
