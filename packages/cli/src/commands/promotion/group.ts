import type { Command } from 'commander';
import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { group, listCommand } from '../../group.ts';
import type { Shell } from '../../shell.ts';
import { findEnvironmentId } from '../environment/lookup.ts';
import { readPromotion } from './lookup.ts';
import { analyzePromotion, getPromotionExecution } from './report.ts';
import { startPromotionExecution } from './run.ts';
import { addPromotionUser, listPromotionUsers, removePromotionUser } from './users.ts';

const listPromotions = listCommand({
  description: 'List promotions',
  examples: ['millrace promotion list'],
  async read({ client }) {
    const { body } = await client.call('GET /orchestration/executables/promotions');
    return body;
  },
  columns: () => ({
    ID: (promotion) => promotion.executable,
    NAME: (promotion) => promotion.name,
    SOURCE: (promotion) => promotion.sourceEnvironment.name,
    TARGET: (promotion) => promotion.targetEnvironment.name,
  }),
  none: 'There are no promotions that you can see.',
});

/** `millrace promotion show`. */
function getPromotion(parent: Command, shell: Shell): void {
  parent
    .command('show')
    .description('Show a promotion')
    .argument('<source/target or id>', 'the promotion')
    .addHelpText('after', examples('millrace promotion show Test/Production'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const promotion = await readPromotion(client, idOrName);
      if (output.json) return output.printJson(promotion);
      return output.printProperties([
        ['Id', promotion.executable],
        ['Name', promotion.name],
        ['Description', promotion.description],
        ['Source', promotion.sourceEnvironment.name],
        ['Target', promotion.targetEnvironment.name],
      ]);
    });
}

type CreateOptions = { source: string; target: string; description?: string };

/** `millrace promotion create`. */
function createPromotion(parent: Command, shell: Shell): void {
  parent
    .command('create')
    .summary('Create a promotion between two environments')
    .description('Create a promotion between two environments\n\nAccounts that may run it: `millrace promotion assign`.')
    .requiredOption('--source <name or id>', 'the environment whose content is copied')
    .requiredOption('--target <name or id>', 'the environment that gets it')
    .option('--description <text>', 'its purpose')
    .addHelpText('after', examples('millrace promotion create --source Test --target Production'))
    .action(async ({ source, target, description }: CreateOptions, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const { body } = await client.call('POST /orchestration/executables/promotions', {
        body: {
          sourceEnvironmentId: await findEnvironmentId(client, source),
          targetEnvironmentId: await findEnvironmentId(client, target),
          ...(description !== undefined && { description }),
        },
      });
      return output.printResult(body, `Created promotion ${body.name} (${body.executable}).`);
    });
}

/** `millrace promotion change`. */
function changePromotion(parent: Command, shell: Shell): void {
  parent
    .command('change')
    .description('Change the description of a promotion')
    .argument('<source/target or id>', 'the promotion')
    .requiredOption('--description <text>', 'new description')
    .addHelpText('after', examples('millrace promotion change Test/Production --description "Each Monday"'))
    .action(async (idOrName: string, { description }: { description: string }, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const promotion = await readPromotion(client, idOrName);
      const path = { promotionId: promotion.executable };
      await client.call('PATCH /orchestration/executables/promotions/{promotionId}', { path, body: { description } });
      return output.printResult({ ...promotion, description }, `Changed promotion ${promotion.executable}.`);
    });
}

/** `millrace promotion delete`. */
function deletePromotion(parent: Command, shell: Shell): void {
  parent
    .command('delete')
    .description('Delete a promotion with the records of its executions; promoted content stays')
    .argument('<source/target or id>', 'the promotion')
    .addHelpText('after', examples('millrace promotion delete Test/Production'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const { executable: promotionId } = await readPromotion(client, idOrName);
      await client.call('DELETE /orchestration/executables/promotions/{promotionId}', { path: { promotionId } });
      return output.printResult({ id: promotionId }, `Deleted promotion ${promotionId}.`);
    });
}

/** `millrace promotion`. */
export const promotionGroup = group('promotion', 'Copy content from one environment to another: create promotions, analyze and run them', [
  createPromotion,
  listPromotions,
  getPromotion,
  changePromotion,
  deletePromotion,
  listPromotionUsers,
  addPromotionUser,
  removePromotionUser,
  analyzePromotion,
  startPromotionExecution,
  getPromotionExecution,
]);
