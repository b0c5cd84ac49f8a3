import type { BodyOf } from '@millrace/contract';

import { Failure } from '../../failure.ts';
import type { EstateKind } from '../model/kind.ts';

/** Environments. Those for dynamic engines are not listed by the API. */
export const ENVIRONMENT_FILES: EstateKind = {
  noun: 'environment',
  path: 'environments/*/environment.yaml',
  shape: { component: 'CreateEnvironmentRequest', omit: ['workspaceName', 'owner'] },
  references: [],
  secrets: [],
  kept: [],
  ownNames: ({ name }) => [String(name)],

  async read(site) {
    const { body } = await site.client.call('GET /orchestration/environments');
    return body
      .filter(({ name }) => site.environments?.has(name) ?? true)
      .map(({ id, name, description, maxCloudContainers }) => ({
        address: { noun: 'environment', names: [name] },
        id,
        fields: { name, description, maxCloudContainers },
      }));
  },

  async create(site, { address, body, allFiles }) {
    const workspace = allFiles.find((file) => file.address.noun === 'workspace' && file.address.names[0] === address.names[0]);
    if (!workspace)
      throw new Failure('usage', `A new environment needs a workspace. Add a file for a workspace of ${String(address.names[0])}.`);
    const { name, owner } = workspace.fields;
    const created = await site.client.call('POST /orchestration/environments', {
      body: { ...body, workspaceName: String(name), ...(owner !== undefined && { owner }) } as BodyOf<'POST /orchestration/environments'>,
    });
    // The server has created the workspace, too.
    const { body: workspaces } = await site.client.call('GET /orchestration/workspaces');
    for (const { id, name: found, environment } of workspaces)
      if (id !== undefined && environment?.id === created.body.id)
        site.add({ noun: 'workspace', names: [String(address.names[0]), String(found)] }, id);
    return created.body.id;
  },

  async change(site, { id }, { body }) {
    // The server keeps the number where a request omits it, but a file without it means the default.
    const replacement = { maxCloudContainers: 0, ...body } as BodyOf<'PUT /orchestration/environments/{Id}'>;
    await site.client.call('PUT /orchestration/environments/{Id}', { path: { Id: id }, body: replacement });
  },

  async remove(site, { id }) {
    await site.client.call('DELETE /orchestration/environments/{Id}', { path: { Id: id } });
  },
};
