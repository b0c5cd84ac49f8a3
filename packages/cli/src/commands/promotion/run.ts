import { ApiError, type Client } from '@millrace/contract/client';
import type { Command } from 'commander';
import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Output } from '../../output.ts';
import type { Shell } from '../../shell.ts';
import { type ChoiceOptions, findChosen, keptFields, withPromotionOptions } from './chosen-object.ts';
import { readPromotion } from './lookup.ts';
import { printReport } from './report.ts';

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/** `millrace promotion run`. */
export function startPromotionExecution(parent: Command, shell: Shell): void {
  withPromotionOptions(
    parent
      .command('run')
      .description('Run a promotion. If one object cannot be promoted, nothing is promoted, and the report says why')
      .argument('<source/target or id>', 'the promotion'),
  )
    .addHelpText(
      'after',
      examples('millrace promotion run Test/Production', 'millrace promotion run Test/Production --task nightly-load --keep-resources'),
    )
    .action(async (idOrName: string, options: ChoiceOptions, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const promotion = await readPromotion(client, idOrName);
      const chosen = await findChosen(client, promotion, options);
      const body = {
        executable: promotion.executable,
        ...keptFields(options),
        ...(chosen && { advanced: { artifactId: chosen.id, artifactType: chosen.type } }),
      };
      const started = await client.call('POST /processing/executions/promotions', { body }).catch(async (error: unknown) => {
        await printFailedReport(client, output, error);
        throw error;
      });
      if (output.json) return output.printJson(started.body.executionReport);
      return printReport(output, started.body.executionReport);
    });
}

/** Prints the report of a promotion that the server refused because of its content. */
async function printFailedReport(client: Client, output: Output, error: unknown): Promise<void> {
  if (!(error instanceof ApiError) || error.code !== 'promotion_failed') return;
  const [promotionExecutionId] = ID.exec(error.detail ?? '') ?? [];
  if (promotionExecutionId === undefined) return;
  const path = { promotionExecutionId };
  const { body } = await client.call('GET /processing/executions/promotions/{promotionExecutionId}', { path });
  if (output.json) output.printJson(body);
  else printReport(output, body);
}
