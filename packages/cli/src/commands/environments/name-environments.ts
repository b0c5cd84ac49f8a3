import { ApiError, type Client } from '@millrace/contract/client';

/** Reads the names of the environments. One that is not visible is shown by its id. */
export async function nameEnvironments(client: Client): Promise<(environmentId: string) => string> {
  const { body } = await client.call('GET /orchestration/environments').catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 403) return { body: [] };
    throw error;
  });
  const names = new Map(body.map(({ id, name }) => [id, name]));
  return (environmentId) => names.get(environmentId) ?? environmentId;
}
