import type { BodyOf, Schema } from '@millrace/contract';

import { Failure } from '../../failure.ts';
import { readPages } from '../../pages.ts';
import { addressLabel } from '../model/address.ts';
import type { EstateFields, EstateKind } from '../model/kind.ts';
import { HiddenValue } from '../model/places.ts';

/** Connections of workspaces. */
export const CONNECTION_FILES: EstateKind = {
  noun: 'connection',
  path: 'environments/*/workspaces/*/connections/*.yaml',
  shape: { component: 'CreateConnectionRequest', omit: ['workspaceId'] },
  secrets: [{ at: 'parameters.*.value', when: ({ encrypted }) => encrypted === true }],
  // The server drops secrets that a change of another parameter leaves out.
  alwaysSendsSecrets: true,
  normalize: ({ parameters, ...rest }) => ({ ...rest, parameters: (parameters as EstateFields[]).map(withoutFalse) }),

  async read(site) {
    const page = await readPages(site.client, 'GET /orchestration/connections');
    return page.items.flatMap(({ id, name, app, parameters, workspace }) => {
      const workspaceAddress = site.addressOf(workspace.id ?? '');
      if (!workspaceAddress) return [];
      const fields = { name, app, parameters: parameters.map(withHiddenValue) };
      return [{ address: { noun: 'connection', names: [...workspaceAddress.names, name] }, id, fields }];
    });
  },

  async create(site, { address, body }) {
    const workspaceId = site.idOf({ noun: 'workspace', names: address.names.slice(0, 2) });
    return (
      await site.client.call('POST /orchestration/connections', {
        body: { ...withEncryption(body), workspaceId } as BodyOf<'POST /orchestration/connections'>,
      })
    ).body.id;
  },

  async change(site, { address, id }, { body: { app: _a, ...body }, changed }) {
    if (changed.has('app'))
      throw new Failure(
        'refused',
        `The kind of system (app) of ${addressLabel(address)} cannot change. Give the new connection another name.`,
      );
    await site.client.call('PUT /orchestration/connections/{connectionId}', { path: { connectionId: id }, body: withEncryption(body) });
  },

  remove: (site, { id }) => site.client.call('DELETE /orchestration/connections/{connectionId}', { path: { connectionId: id } }),
};

const withHiddenValue = ({ name, value, encrypted }: Schema<'ConnectionParameter'>): EstateFields =>
  encrypted === true ? { name, value: new HiddenValue(name), encrypted } : { name, value };

const withoutFalse = ({ encrypted, ...rest }: EstateFields): EstateFields => (encrypted === true ? { ...rest, encrypted } : rest);

/** A file says of each secret that it is encrypted, so that the server does not have to guess about the others. */
const withEncryption = (body: EstateFields): EstateFields => ({
  ...body,
  ...(Array.isArray(body['parameters']) && { parameters: body['parameters'].map((one: EstateFields) => ({ encrypted: false, ...one })) }),
});
