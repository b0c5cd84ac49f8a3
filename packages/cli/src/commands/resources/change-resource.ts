import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { Failure } from '../../failure.ts';
import type { Shell } from '../../shell.ts';
import { findResourceId, readOneResource } from './find-resource.ts';
import { withContent } from './resource-content.ts';

type ChangeOptions = { name?: string; description?: string; content?: string };

/** `millrace resource change`. */
export function changeResource(parent: Command, shell: Shell): void {
  parent
    .command('change')
    .description('Change a resource; fields that no option names stay as they are')
    .argument('<name or id>', 'the resource')
    .option('--name <name>', 'new name')
    .option('--description <text>', 'new description')
    .option('--content <file or folder>', 'new content; a file stays a file, a folder a folder')
    .addHelpText('after', examples('millrace resource change airports.csv --content airports-2026.csv'))
    .action(async (idOrName: string, options: ChangeOptions, command: Command) => {
      const context = await openContext(command, shell);
      const { client, output } = context;
      const { name, description, content } = options;
      if (Object.keys(options).length === 0) throw new Failure('usage', 'Give at least one option that changes something.');
      const path = { resourceId: await findResourceId(client, idOrName) };
      const before = await readOneResource(client, path.resourceId);
      if (content !== undefined)
        await withContent(context, content, async (file, isFile) => {
          if (isFile !== before.file)
            throw new Failure(
              'usage',
              `${content} is a ${isFile ? 'file' : 'folder'}, and the resource is a ${before.file ? 'file' : 'folder'}.`,
            );
          const form = new FormData();
          form.set('file', file);
          await client.call('PUT /orchestration/resources/{resourceId}/upload', { path, form });
        });
      if (name !== undefined || description !== undefined) {
        const body = { ...(name !== undefined && { name }), ...(description !== undefined && { description }) };
        await client.call('PATCH /orchestration/resources/{resourceId}', { path, body });
      }
      const changed = await readOneResource(client, path.resourceId);
      return output.printResult(changed, `Changed resource ${changed.name} (${changed.id}).`);
    });
}
