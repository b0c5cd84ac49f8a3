import { ApiError, type Client } from '@millrace/contract/client';
import { serverCommand } from '../../group.ts';
import type { Output } from '../../output.ts';
import { type ChoiceOptions, findChosen, keptFields, withPromotionOptions } from './chosen-object.ts';
import { readPromotion } from './lookup.ts';
import { printReport } from './report.ts';

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/** `millrace promotion run`. */
export const startPromotionExecution = serverCommand('run', {
  description: 'Run a promotion. If one object cannot be promoted, nothing is promoted, and the report says why',
  arguments: { '<source/target or id>': 'the promotion' },
  options: withPromotionOptions,
  examples: ['millrace promotion run Test/Production', 'millrace promotion run Test/Production --task nightly-load --keep-resources'],
  async run({ client, output }, idOrName: string, options: ChoiceOptions) {
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
  },
});

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
