import { group, listCommand, serverCommand } from '../../group.ts';
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

const getPromotion = serverCommand('show', {
  description: 'Show a promotion',
  arguments: { '<source/target or id>': 'the promotion' },
  examples: ['millrace promotion show Test/Production'],
  async run({ client, output }, idOrName: string) {
    const promotion = await readPromotion(client, idOrName);
    if (output.json) return output.printJson(promotion);
    return output.printProperties([
      ['Id', promotion.executable],
      ['Name', promotion.name],
      ['Description', promotion.description],
      ['Source', promotion.sourceEnvironment.name],
      ['Target', promotion.targetEnvironment.name],
    ]);
  },
});

type CreateOptions = { source: string; target: string; description?: string };

const createPromotion = serverCommand('create', {
  description: 'Create a promotion between two environments\n\nAccounts that may run it: `millrace promotion assign`.',
  options: (command) =>
    command
      .requiredOption('--source <name or id>', 'the environment whose content is copied')
      .requiredOption('--target <name or id>', 'the environment that gets it')
      .option('--description <text>', 'its purpose'),
  examples: ['millrace promotion create --source Test --target Production'],
  async run({ client, output }, { source, target, description }: CreateOptions) {
    const { body } = await client.call('POST /orchestration/executables/promotions', {
      body: {
        sourceEnvironmentId: await findEnvironmentId(client, source),
        targetEnvironmentId: await findEnvironmentId(client, target),
        ...(description !== undefined && { description }),
      },
    });
    return output.printResult(body, `Created promotion ${body.name} (${body.executable}).`);
  },
});

const changePromotion = serverCommand('change', {
  description: 'Change the description of a promotion',
  arguments: { '<source/target or id>': 'the promotion' },
  options: (command) => command.requiredOption('--description <text>', 'new description'),
  examples: ['millrace promotion change Test/Production --description "Each Monday"'],
  async run({ client, output }, idOrName: string, { description }: { description: string }) {
    const promotion = await readPromotion(client, idOrName);
    const path = { promotionId: promotion.executable };
    await client.call('PATCH /orchestration/executables/promotions/{promotionId}', { path, body: { description } });
    return output.printResult({ ...promotion, description }, `Changed promotion ${promotion.executable}.`);
  },
});

const deletePromotion = serverCommand('delete', {
  description: 'Delete a promotion with the records of its executions; promoted content stays',
  arguments: { '<source/target or id>': 'the promotion' },
  examples: ['millrace promotion delete Test/Production'],
  async run({ client, output }, idOrName: string) {
    const { executable: promotionId } = await readPromotion(client, idOrName);
    await client.call('DELETE /orchestration/executables/promotions/{promotionId}', { path: { promotionId } });
    return output.printResult({ id: promotionId }, `Deleted promotion ${promotionId}.`);
  },
});

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
