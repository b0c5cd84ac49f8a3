import { openAsBlob } from 'node:fs';
import type { Schema } from '@millrace/contract';
import { given } from '../../given.ts';
import { group, listCommand, serverCommand } from '../../command-builders.ts';
import { readWholeNumber } from '../../option-values.ts';
import { readPages } from '../../pages.ts';
import { localTime, oneLine } from '../../text.ts';
import { showUpload, UploadFile } from '../../upload.ts';
import { findWorkspaceId, findWorkspaceOrDefault } from '../workspace/lookup.ts';
import { withBundleZip } from './bundle-folder.ts';
import { pickVersion, readArtifact } from './lookup.ts';

/** `millrace artifact publish`: uploads a bundle as a new version of an artifact. */
const publishArtifact = serverCommand('publish', {
  description:
    'Publish a zip or a folder as an artifact\n\nA folder is packed first, without .git. If the workspace has an artifact of this name, it gets a new version.',
  arguments: { '<zip or folder>': 'a bundle: millrace.json or jobInfo.properties is at its root' },
  options: {
    '--workspace <name or id>': 'where to publish (default: the only one you see, or Shared of the default environment)',
    '--name <name>': 'name of the artifact (default: what the bundle says)',
    '--artifact-version <x.y.z>': 'version (default: what the bundle says)',
  },
  examples: [
    'millrace artifact publish load-airports.zip',
    'millrace artifact publish ./load-airports --workspace Shared --artifact-version 1.2.0',
  ],
  async run({ client, output, shell, options }, path: string) {
    const version = await withBundleZip(path, { shell, output }, async (zip) => {
      const workspace = await findWorkspaceOrDefault(client, options.workspace);
      const { name, artifactVersion: version } = options;
      const artifact: Schema<'PublishArtifactRequest'> = { workspaceId: workspace.id, ...given({ name, version }) };
      const form = new FormData();
      form.set('artifact', JSON.stringify(artifact));
      form.set('file', new UploadFile(await openAsBlob(zip.path), zip.name, showUpload(zip.name, output)));
      try {
        return (await client.call('POST /orchestration/artifacts', { form })).body;
      } finally {
        output.progress('');
      }
    });
    for (const warning of version.warnings ?? []) output.note(`Warning: ${oneLine(warning)}`);
    if (output.wantsData) return output.printData(version);
    const { environment, name: workspaceName } = version.workspace;
    return output.print(
      oneLine(
        `Published ${version.name ?? options.name ?? 'the artifact'} ${version.version} in workspace ${environment?.name ?? ''}/${workspaceName ?? ''}.`,
      ),
    );
  },
});

const listArtifacts = listCommand({
  description: 'List artifacts with their newest version',
  examples: ['millrace artifact list', 'millrace artifact list --workspace Shared --name airports'],
  options: { '--workspace <name or id>': 'only those of a workspace', '--name <part>': 'only those with this in their name' },
  async read({ client }, options) {
    const filter = {
      ...given({ workspaceId: await findWorkspaceId(client, options.workspace), name: options.name }),
    };
    return readPages(client, 'GET /orchestration/artifacts', { query: filter });
  },
  columns: () => ({
    ID: ({ id }) => id,
    NAME: ({ name }) => name,
    'NEWEST VERSION': ({ versions }) => versions[0],
    VERSIONS: ({ versions }) => versions.length,
    TYPE: ({ type }) => type,
    WORKSPACE: ({ workspace }) => workspace.name,
    ENVIRONMENT: ({ workspace }) => workspace.environment?.name,
  }),
  none: 'No artifacts.',
});

const WORKSPACE_OF_ARTIFACT = { '--workspace <name or id>': 'its workspace, if several have an artifact of this name' } as const;

const listArtifactVersions = serverCommand('versions', {
  description: 'List the versions of an artifact, newest first',
  arguments: { '<name or id>': 'the artifact' },
  options: {
    ...WORKSPACE_OF_ARTIFACT,
    '--limit <n>': { text: 'maximum number', parse: readWholeNumber, default: 20 },
  },
  examples: ['millrace artifact versions load-airports'],
  async run({ client, output, options }, idOrName: string) {
    const workspaceId = await findWorkspaceId(client, options.workspace);
    const { id: artifactId, versions } = await readArtifact(client, idOrName, workspaceId);
    const found = [];
    for (const version of versions.slice(0, options.limit)) {
      const path = { artifactId, version };
      found.push((await client.call('GET /orchestration/artifacts/{artifactId}/versions/{version}', { path })).body);
    }
    if (output.wantsData) return output.printData(found);
    return output.printTable(
      ['VERSION', 'PUBLISHED', 'BY', 'PARAMETERS', 'DESCRIPTION'],
      found.map((version) => [
        version.version,
        localTime(version.createDate),
        version.publisher,
        version.parameters.length,
        version.description,
      ]),
      'It has no versions.',
    );
  },
});

const showArtifact = serverCommand('show', {
  description: 'Show an artifact and one of its versions with the parameters that it declares',
  arguments: { '<name or id>': 'the artifact' },
  options: {
    ...WORKSPACE_OF_ARTIFACT,
    '--artifact-version <version>': 'the version, as x.y.z or in full (default: the newest)',
  },
  examples: ['millrace artifact show load-airports', 'millrace artifact show load-airports --artifact-version 1.2.0'],
  async run({ client, output, options }, idOrName: string) {
    const workspaceId = await findWorkspaceId(client, options.workspace);
    const artifact = await readArtifact(client, idOrName, workspaceId);
    const path = { artifactId: artifact.id, version: pickVersion(artifact, options.artifactVersion) };
    const { body: version } = await client.call('GET /orchestration/artifacts/{artifactId}/versions/{version}', { path });
    if (output.wantsData) return output.printData(version);
    output.printProperties([
      ['Id', artifact.id],
      ['Name', artifact.name],
      ['Type', artifact.type],
      ['Workspace', [artifact.workspace.environment?.name, artifact.workspace.name].filter(Boolean).join('/')],
      ['Versions', artifact.versions.length],
      ['Version', version.version],
      ['Description', version.description],
      ['Published', `${localTime(version.createDate)} by ${version.publisher}`],
      ['Contexts', version.contexts?.map((name) => (name === version.contextName ? `${name} (default)` : name)).join(', ')],
      ['Commit', version.repository?.commit?.id],
    ]);
    if (version.parameters.length === 0) return undefined;
    output.print('');
    return output.printTable(
      ['PARAMETER', 'TYPE', 'REQUIRED', 'COMMENT'],
      version.parameters.map(({ name, type, required, comment }) => [name, type, required ? 'yes' : 'no', comment]),
      '',
    );
  },
});

const deleteArtifact = serverCommand('delete', {
  description: 'Delete an artifact with all its versions, or one version. Refused while a task uses it',
  arguments: { '<name or id>': 'the artifact' },
  options: {
    ...WORKSPACE_OF_ARTIFACT,
    '--artifact-version <version>': 'only this version, as x.y.z or in full; deleting the last version deletes the artifact',
  },
  examples: ['millrace artifact delete load-airports', 'millrace artifact delete load-airports --artifact-version 1.2.0'],
  async run({ client, output, options }, idOrName: string) {
    const workspaceId = await findWorkspaceId(client, options.workspace);
    const artifact = await readArtifact(client, idOrName, workspaceId);
    const path = { artifactId: artifact.id };
    if (options.artifactVersion === undefined) {
      await client.call('DELETE /orchestration/artifacts/{artifactId}', { path });
      return output.printResult({ id: artifact.id }, `Deleted artifact ${artifact.name} (${artifact.id}).`);
    }
    const version = pickVersion(artifact, options.artifactVersion);
    await client.call('DELETE /orchestration/artifacts/{artifactId}/versions/{version}', { path: { ...path, version } });
    return output.printResult({ id: artifact.id, version }, `Deleted version ${version} of artifact ${artifact.name} (${artifact.id}).`);
  },
});

/** `millrace artifact`. */
export const artifactGroup = group('artifact', 'Publish artifacts, list and delete them', [
  publishArtifact,
  listArtifacts,
  showArtifact,
  listArtifactVersions,
  deleteArtifact,
]);
