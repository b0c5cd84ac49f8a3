import type { BodyOf } from '@millrace/contract';

import type { EstateKind } from '../model/kind.ts';

/** Workspaces, except the personal ones, which belong to one person. */
export const WORKSPACE_FILES: EstateKind = {
  noun: 'workspace',
  path: 'environments/*/workspaces/*/workspace.yaml',
  shape: { component: 'ReplaceWorkspaceRequest' },
  references: [],
  secrets: [],
  kept: ['owner'],
  ownNames: ({ name }) => [String(name)],
  normalize: ({ protectedArtifactUpdate, ...rest }) => (protectedArtifactUpdate === true ? { ...rest, protectedArtifactUpdate } : rest),

  async read(site) {
    const { body } = await site.client.call('GET /orchestration/workspaces');
    const read = body.filter(({ environment }) => site.environments?.has(environment?.name ?? '') ?? true);
    const personal = read.filter(({ type }) => type === 'personal').length;
    if (personal > 0) site.notes.push(`${personal} personal workspaces are left out: each belongs to one person.`);
    return read
      .filter(({ type }) => type !== 'personal')
      .map(({ id = '', name = '', description, owner, environment, protectedArtifactUpdate }) => ({
        address: { noun: 'workspace', names: [environment?.name ?? '', name] },
        id,
        fields: { name, description, owner, protectedArtifactUpdate },
      }));
  },

  async create(site, { address, body }) {
    const { protectedArtifactUpdate, ...rest } = body;
    const environmentId = site.idOf({ noun: 'environment', names: address.names.slice(0, 1) });
    // The workspace may have been created together with its environment.
    const id = site.has(address)
      ? site.idOf(address)
      : (
          await site.client.call('POST /orchestration/workspaces', {
            body: { ...rest, environmentId } as BodyOf<'POST /orchestration/workspaces'>,
          })
        ).body.id;
    const hasDefaults = protectedArtifactUpdate !== true && body['description'] === undefined;
    if (site.has(address) ? !hasDefaults : protectedArtifactUpdate === true) await replace(site, id, body);
    return id;
  },

  change: (site, { id }, { body }) => replace(site, id, body),

  async remove(site, { id }) {
    await site.client.call('DELETE /orchestration/workspaces/{id}', { path: { id } });
  },
};

async function replace(site: Parameters<EstateKind['create']>[0], id: string, body: Record<string, unknown>): Promise<void> {
  await site.client.call('PUT /orchestration/workspaces/{id}', {
    path: { id },
    body: body as BodyOf<'PUT /orchestration/workspaces/{id}'>,
  });
}
