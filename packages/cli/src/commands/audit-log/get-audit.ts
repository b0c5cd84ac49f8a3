import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { localTime } from '../../text.ts';
import { findAuditId } from './find-audit.ts';

/** `millrace audit show`. */
export function getAudit(parent: Command, shell: Shell): void {
  parent
    .command('show')
    .description('Show one entry of the audit log: account, request and answer')
    .argument('<id>', 'the entry; the beginning of the id is enough for the newest thousand')
    .addHelpText('after', examples('millrace audit show 01985b5e-7d5c-7000-8000-2d3c5a9f1b42'))
    .action(async (idOrPrefix: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const id = await findAuditId(client, idOrPrefix);
      const { body: entry } = await client.call('GET /api/v1/audits/{id}', { path: { id } });
      if (output.json) return output.printJson(entry);
      const { data } = entry;
      return output.printProperties([
        ['Entry', entry.id],
        ['Time', localTime(entry.eventTime)],
        ['Type', entry.eventType],
        ['Account', data.username],
        ['Account id', entry.userId],
        ['Email', data.email || undefined],
        ['Address', data.clientIp],
        ['Program', data.request.userAgent],
        ['Request', `${data.request.method} ${data.request.url}`],
        ['Body', data.request.body],
        ['Status', data.response.code],
        ['Answer', data.response.body],
        ['Request id', data.requestId],
      ]);
    });
}
