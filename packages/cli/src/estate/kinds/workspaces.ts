import type { BodyOf } from '@millrace/contract';
import { Failure } from '../../failure.ts';
import type { EstateFields, EstateKind } from '../model/kind.ts';
import type { Site } from '../model/site.ts';

/** Environments. Those for dynamic engines are not listed by the API. */
export const ENVIRONMENT_FILES: EstateKind = {
  noun: 'environment',
  path: 'environments/*/environment.yaml',
  shape: { component: 'CreateEnvironmentRequest', omit: ['workspaceName', 'owner'] },

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
    const replacement = body as BodyOf<'PUT /orchestration/environments/{Id}'>;
    await site.client.call('PUT /orchestration/environments/{Id}', { path: { Id: id }, body: replacement });
  },

  remove: (site, { id }) => site.client.call('DELETE /orchestration/environments/{Id}', { path: { Id: id } }),
};

/** Workspaces, except the personal ones, which belong to one person. */
export const WORKSPACE_FILES: EstateKind = {
  noun: 'workspace',
  path: 'environments/*/workspaces/*/workspace.yaml',
  shape: { component: 'ReplaceWorkspaceRequest' },
  kept: ['owner'],
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

  remove: (site, { id }) => site.client.call('DELETE /orchestration/workspaces/{id}', { path: { id } }),
};

const replace = (site: Site, id: string, body: EstateFields): Promise<unknown> =>
  site.client.call('PUT /orchestration/workspaces/{id}', { path: { id }, body: body as BodyOf<'PUT /orchestration/workspaces/{id}'> });
