import { byName, nounOf } from '../../group.ts';

/** How a command names a dynamic engine. */
export const dynamicEngineNoun = nounOf(
  'dynamic engine',
  async (client) => (await client.call('GET /processing/runtimes/dynamic-engines')).body,
  byName,
);
