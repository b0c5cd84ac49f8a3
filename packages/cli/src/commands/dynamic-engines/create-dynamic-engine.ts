import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { oneLine } from '../../text.ts';

/** `millrace dynamic-engine create`. */
export function createDynamicEngine(parent: Command, shell: Shell): void {
  parent
    .command('create')
    .description('Create an engine for a Kubernetes cluster')
    .argument('<name>', 'its name')
    .option('--description <text>', 'its purpose')
    .addHelpText('after', examples('millrace dynamic-engine create warehouse --description "Beside the warehouse"'))
    .action(async (name: string, { description }: { description?: string }, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const { body: engine } = await client.call('POST /processing/runtimes/dynamic-engines', {
        body: { name, ...(description !== undefined && { description }) },
      });
      if (output.json) return output.printJson(engine);
      output.print(oneLine(`Created dynamic engine ${engine.name}. Its id is ${engine.id}.`));
      return output.print(oneLine(`Install it with its package: millrace dynamic-engine package ${engine.id}`));
    });
}
