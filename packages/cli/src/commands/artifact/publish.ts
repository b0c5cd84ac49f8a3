import { openAsBlob } from 'node:fs';
import type { Schema } from '@millrace/contract';
import { serverCommand } from '../../group.ts';
import type { Output } from '../../output.ts';
import { byteCount, oneLine } from '../../text.ts';
import { resolveWorkspace } from '../workspace/lookup.ts';
import { withBundleZip } from './bundle-folder.ts';

type PublishOptions = { workspace?: string; name?: string; artifactVersion?: string };

/** `millrace artifact publish`: uploads a bundle as a new version of an artifact. */
export const publishArtifact = serverCommand('publish', {
  description:
    'Publish a zip or a folder as an artifact\n\nA folder is packed first, without .git. If the workspace has an artifact of this name, it gets a new version.',
  arguments: { '<zip or folder>': 'a bundle: millrace.json or jobInfo.properties is at its root' },
  options: (command) =>
    command
      .option('--workspace <name or id>', 'where to publish (default: the only one you see, or Shared of the default environment)')
      .option('--name <name>', 'name of the artifact (default: what the bundle says)')
      .option('--artifact-version <x.y.z>', 'version (default: what the bundle says)'),
  examples: [
    'millrace artifact publish load-airports.zip',
    'millrace artifact publish ./load-airports --workspace Shared --artifact-version 1.2.0',
  ],
  async run({ client, output, shell }, path: string, options: PublishOptions) {
    const version = await withBundleZip(path, { shell, output }, async (zip) => {
      const workspace = await resolveWorkspace(client, options.workspace);
      const artifact: Schema<'PublishArtifactRequest'> = {
        workspaceId: workspace.id,
        ...(options.name !== undefined && { name: options.name }),
        ...(options.artifactVersion !== undefined && { version: options.artifactVersion }),
      };
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
    if (output.json) return output.printJson(version);
    const { environment, name: workspaceName } = version.workspace;
    return output.print(
      oneLine(
        `Published ${version.name ?? options.name ?? 'the artifact'} ${version.version} in workspace ${environment?.name ?? ''}/${workspaceName ?? ''}.`,
      ),
    );
  },
});

/** Returns a function that shows the progress of an upload. */
export function showUpload(name: string, output: Output): (sent: number, total: number) => void {
  let shown = -1;
  return (sent, total) => {
    const percent = Math.floor((100 * sent) / total);
    if (percent === shown) return;
    shown = percent;
    output.progress(`Uploading ${name}: ${byteCount(sent)} of ${byteCount(total)} (${percent} %)`);
  };
}

/** A file that is streamed from disk. `onRead` is called with the bytes read so far and the size. */
export class UploadFile extends File {
  readonly #onRead: (sent: number, total: number) => void;

  constructor(content: Blob, name: string, onRead: (sent: number, total: number) => void) {
    super([content], name, { type: 'application/zip' });
    this.#onRead = onRead;
  }

  override stream(): ReturnType<Blob['stream']> {
    let sent = 0;
    const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (chunk, controller) => {
        sent += chunk.byteLength;
        this.#onRead(sent, this.size);
        controller.enqueue(chunk);
      },
    });
    return super.stream().pipeThrough(counter);
  }
}
