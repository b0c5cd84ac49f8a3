import type { Command } from 'commander';

import { getPromotionExecution } from '../commands/promotion-executions/get-promotion-execution.ts';
import { startPromotionExecution } from '../commands/promotion-executions/start-promotion-execution.ts';
import { analyzePromotion } from '../commands/promotions/analyze-promotion.ts';
import { changePromotion } from '../commands/promotions/change-promotion.ts';
import { createPromotion } from '../commands/promotions/create-promotion.ts';
import { deletePromotion } from '../commands/promotions/delete-promotion.ts';
import { getPromotion } from '../commands/promotions/get-promotion.ts';
import { listPromotions } from '../commands/promotions/list-promotions.ts';
import { addPromotionUser } from '../commands/promotions/add-promotion-user.ts';
import { listPromotionUsers } from '../commands/promotions/list-promotion-users.ts';
import { removePromotionUser } from '../commands/promotions/remove-promotion-user.ts';
import type { Shell } from '../shell.ts';

/** Adds `millrace promotion`. */
export function addPromotionCommands(program: Command, shell: Shell): void {
  const promotion = program
    .command('promotion')
    .description('Copy content from one environment to another: create promotions, analyze and run them');
  for (const add of [createPromotion, listPromotions, getPromotion, changePromotion, deletePromotion]) add(promotion, shell);
  for (const add of [listPromotionUsers, addPromotionUser, removePromotionUser]) add(promotion, shell);
  for (const add of [analyzePromotion, startPromotionExecution, getPromotionExecution]) add(promotion, shell);
}
