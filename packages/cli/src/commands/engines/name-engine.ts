import { ApiError, type Client } from '@millrace/contract/client';

/** Returns the name of an engine and its runtime id; only the id if the caller may not list engines or the engine no longer exists. */
export async function nameEngine(client: Client, runtimeId: string): Promise<string> {
  try {
    const { body: engines } = await client.call('GET /processing/runtimes/remote-engines');
    const name = engines.find((engine) => engine.runtimeId === runtimeId)?.name;
    return name === undefined ? runtimeId : `${name} (${runtimeId})`;
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return runtimeId;
    throw error;
  }
}
