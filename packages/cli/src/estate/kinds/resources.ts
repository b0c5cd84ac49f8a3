import { openAsBlob } from 'node:fs';

import type { BodyOf } from '@millrace/contract';

import { Failure } from '../../failure.ts';
import { readPages } from '../../pages.ts';
import { UploadFile } from '../../upload.ts';
import { addressLabel } from '../model/address.ts';
import type { EstateKind } from '../model/kind.ts';

/** Resources of workspaces: files and folders for tasks. */
export const RESOURCE_FILES: EstateKind = {
  noun: 'resource',
  path: 'environments/*/workspaces/*/resources/*.yaml',
  contentExtension: '.content',
  shape: { component: 'CreateResourceRequest', omit: ['workspaceId'] },
  // A resource is a file unless `file` is false: then it is a folder.
  normalize: ({ file, ...rest }) => (file === false ? { ...rest, file } : rest),

  async read(site) {
    const page = await readPages(site.client, 'GET /orchestration/resources');
    return page.items.flatMap(({ id, name, description, file, workspaceInfo }) => {
      const workspaceAddress = site.addressOf(workspaceInfo.id ?? '');
      if (!workspaceAddress) return [];
      return [{ address: { noun: 'resource', names: [...workspaceAddress.names, name] }, id, fields: { name, description, file } }];
    });
  },

  async create(site, { address, body, content }) {
    const workspaceId = site.idOf({ noun: 'workspace', names: address.names.slice(0, 2) });
    const form = new FormData();
    form.set('resource', JSON.stringify({ ...body, workspaceId }));
    form.set('file', await contentOf(content));
    return (await site.client.call('POST /orchestration/resources', { form })).body.id;
  },

  async change(site, { address, id }, { body, content, changed }) {
    if (changed.has('file'))
      throw new Failure(
        'refused',
        `${addressLabel(address)} cannot change between a file and a folder. Give the new resource another name.`,
      );
    const { name, description = null } = body;
    if (changed.has('description')) {
      const change = { name, description } as BodyOf<'PATCH /orchestration/resources/{resourceId}'>;
      await site.client.call('PATCH /orchestration/resources/{resourceId}', { path: { resourceId: id }, body: change });
    }
    if (!changed.has('content')) return;
    const form = new FormData();
    form.set('file', await contentOf(content));
    await site.client.call('PUT /orchestration/resources/{resourceId}/upload', { path: { resourceId: id }, form });
  },

  remove: (site, { id }) => site.client.call('DELETE /orchestration/resources/{resourceId}', { path: { resourceId: id } }),
};

const contentOf = async (path: string | undefined): Promise<UploadFile> => new UploadFile(await openAsBlob(path ?? ''), 'content');
