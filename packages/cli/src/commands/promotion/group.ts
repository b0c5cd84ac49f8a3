import { Failure } from '../../failure.ts';
import { type AddCommand, group, listCommand, serverCommand } from '../../command-builders.ts';
import { findEnvironmentId } from '../environment/lookup.ts';
import { serviceAccountNoun } from '../service-account/lookup.ts';
import { userNoun } from '../user/lookup.ts';
import { readPromotion } from './lookup.ts';
import { analyzePromotion, getPromotionExecution, startPromotionExecution } from './run.ts';

type Account = { userId: string } | { serviceAccountId: string };

/** `millrace promotion users`. */
const listPromotionUsers = serverCommand('users', {
  description: 'List the accounts that may analyze and run a promotion',
  arguments: { '<source/target or id>': 'the promotion' },
  examples: ['millrace promotion users Test/Production'],
  async run({ client, output }, idOrName: string) {
    const path = { promotionId: (await readPromotion(client, idOrName)).executable };
    const { body } = await client.call('GET /orchestration/executables/promotions/{promotionId}/users', { path });
    if (output.wantsData) return output.printData(body);
    const rows = [...body.userIds.map((id) => [id, 'user']), ...body.serviceAccountIds.map((id) => [id, 'service account'])];
    return output.printTable(['ID', 'KIND'], rows, 'No account may run it.');
  },
});

/** Returns a command about an account that may run a promotion. */
const accountCommand = (verb: 'assign' | 'unassign', description: string, done: string): AddCommand =>
  serverCommand(verb, {
    description,
    arguments: { '<source/target or id>': 'the promotion' },
    options: { '--user <login or id>': 'a user', '--service-account <name or id>': 'a service account' },
    examples: [`millrace promotion ${verb} Test/Production --user ada`],
    async run({ client, output, options: { user, serviceAccount } }, idOrName: string) {
      if ((user === undefined) === (serviceAccount === undefined)) throw new Failure('usage', 'Give either --user or --service-account.');
      const { executable: promotionId } = await readPromotion(client, idOrName);
      const method = verb === 'assign' ? 'PUT' : 'DELETE';
      const account: Account =
        user === undefined
          ? { serviceAccountId: await serviceAccountNoun.find(client, serviceAccount ?? '') }
          : { userId: await userNoun.find(client, user) };
      if ('userId' in account)
        await client.call(`${method} /orchestration/executables/promotions/{promotionId}/users/{userId}`, {
          path: { promotionId, ...account },
        });
      else
        await client.call(`${method} /orchestration/executables/promotions/{promotionId}/service-accounts/{serviceAccountId}`, {
          path: { promotionId, ...account },
        });
      return output.printResult({ promotionId, ...account }, `${done}: ${Object.values(account).join('')}.`);
    },
  });

/** `millrace promotion assign`. */
const addPromotionUser = accountCommand('assign', 'Let an account analyze and run a promotion', 'May run it now');

/** `millrace promotion unassign`. */
const removePromotionUser = accountCommand('unassign', 'No longer let an account analyze and run a promotion', 'May no longer run it');

const listPromotions = listCommand({
  description: 'List promotions',
  examples: ['millrace promotion list'],
  read: async ({ client }) => (await client.call('GET /orchestration/executables/promotions')).body,
  columns: () => ({
    ID: (promotion) => promotion.executable,
    NAME: (promotion) => promotion.name,
    SOURCE: (promotion) => promotion.sourceEnvironment.name,
    TARGET: (promotion) => promotion.targetEnvironment.name,
  }),
  none: 'There are no promotions that you can see.',
});

const showPromotion = serverCommand('show', {
  description: 'Show a promotion',
  arguments: { '<source/target or id>': 'the promotion' },
  examples: ['millrace promotion show Test/Production'],
  async run({ client, output }, idOrName: string) {
    const promotion = await readPromotion(client, idOrName);
    if (output.wantsData) return output.printData(promotion);
    return output.printProperties([
      ['Id', promotion.executable],
      ['Name', promotion.name],
      ['Description', promotion.description],
      ['Source', promotion.sourceEnvironment.name],
      ['Target', promotion.targetEnvironment.name],
    ]);
  },
});

const createPromotion = serverCommand('create', {
  description: 'Create a promotion between two environments\n\nAccounts that may run it: `millrace promotion assign`.',
  options: {
    '--source <name or id>': { text: 'the environment whose content is copied', required: true },
    '--target <name or id>': { text: 'the environment that gets it', required: true },
    '--description <text>': 'its purpose',
  },
  examples: ['millrace promotion create --source Test --target Production'],
  async run({ client, output, options: { source, target, description } }) {
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
  options: { '--description <text>': { text: 'new description', required: true } },
  examples: ['millrace promotion change Test/Production --description "Each Monday"'],
  async run({ client, output, options: { description } }, idOrName: string) {
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
  showPromotion,
  changePromotion,
  deletePromotion,
  listPromotionUsers,
  addPromotionUser,
  removePromotionUser,
  analyzePromotion,
  startPromotionExecution,
  getPromotionExecution,
]);
