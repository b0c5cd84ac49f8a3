import { openAsBlob } from 'node:fs';

import { readPages } from '../../pages.ts';
import { UploadFile } from '../../upload.ts';
import type { EstateAddress } from '../model/address.ts';
import type { EstateKind, EstateObject } from '../model/kind.ts';
import { forEachOf, type Site } from '../model/site.ts';
import { readTasks, readVersion } from './executables.ts';

/** Versions of artifacts: of each artifact the newest one, and those that tasks run. A version never changes. */
export const ARTIFACT_FILES: EstateKind = {
  noun: 'artifact version',
  path: 'environments/*/workspaces/*/artifacts/*/*.yaml',
  contentExtension: '.zip',
  // The parameters are those of the bundle. Their defaults may be secrets.
  shape: {
    component: 'PublishArtifactRequest',
    fields: {
      // Without the time, each apply would publish another version.
      version: {
        type: 'string',
        pattern: '^\\d{1,9}\\.\\d{1,9}\\.\\d{1,9}\\.\\d{14}$',
        description: 'Version as published: `x.y.z` and the publication time, such as `1.2.0.20260301083000`.',
      },
    },
    omit: ['workspaceId', 'parameters'],
    required: ['name', 'version'],
  },
  kept: ['type', 'description', 'repository', 'marketplaceProduct'],
  ownNames: ({ name, version }) => [String(name), String(version)],

  async read(site) {
    const artifacts = await readPages(site.client, 'GET /orchestration/artifacts');
    const wanted = artifacts.items.flatMap(({ id, name, versions, workspace }) => {
      const workspaceAddress = site.addressOf(workspace.id ?? '');
      if (!workspaceAddress) return [];
      const artifact: EstateAddress = { noun: 'artifact', names: [...workspaceAddress.names, name] };
      site.add(artifact, id);
      for (const version of versions) site.add(versionAddress(artifact, version), `${id} ${version}`);
      return versions.map((version, index) => ({ id, version, artifact, isNewest: index === 0 }));
    });
    const used = await usedVersions(site);
    const kept = wanted.filter(({ id, version, isNewest }) => isNewest || used.has(`${id} ${version}`));
    return forEachOf(kept, async ({ id, version, artifact }): Promise<EstateObject> => {
      const { type, description, repository, marketplaceProduct } = await readVersion(site, id, version);
      return {
        address: versionAddress(artifact, version),
        id: `${id} ${version}`,
        fields: { name: artifact.names.at(-1) ?? '', version, type, description, repository, marketplaceProduct },
      };
    });
  },

  async create(site, { address, body, content }) {
    const workspaceId = site.idOf({ noun: 'workspace', names: address.names.slice(0, 2) });
    const form = new FormData();
    form.set('artifact', JSON.stringify({ ...body, workspaceId }));
    form.set('file', new UploadFile(await openAsBlob(content ?? ''), 'bundle.zip'));
    const { body: published } = await site.client.call('POST /orchestration/artifacts', { form });
    const name = address.names[2] ?? '';
    const page = await readPages(site.client, 'GET /orchestration/artifacts', { query: { workspaceId, name } });
    const id = page.items.find((item) => item.name === name)?.id ?? '';
    site.add({ noun: 'artifact', names: address.names.slice(0, 3) }, id);
    return `${id} ${published.version}`;
  },

  async remove(site, { id }) {
    const [artifactId = '', version = ''] = id.split(' ');
    await site.client.call('DELETE /orchestration/artifacts/{artifactId}/versions/{version}', { path: { artifactId, version } });
  },
};

const versionAddress = (artifact: EstateAddress, version: string): EstateAddress => ({
  noun: 'artifact version',
  names: [...artifact.names, version],
});

async function usedVersions(site: Site): Promise<ReadonlySet<string>> {
  const tasks = await readTasks(site);
  return new Set(tasks.map(({ artifact }) => `${artifact.id} ${artifact.version}`));
}
