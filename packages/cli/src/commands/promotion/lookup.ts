import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import { isId, pickOne } from '../../names.ts';

/** A promotion. */
export type FoundPromotion = Schema<'PromotionExecutableDetails'>;

/** Reads a promotion by its id, its name, or source/target. */
export async function readPromotion(client: Client, idOrName: string): Promise<FoundPromotion> {
  const promotionId = isId(idOrName) ? idOrName : await findByName(client, idOrName);
  return (await client.call('GET /orchestration/executables/promotions/{promotionId}', { path: { promotionId } })).body;
}

async function findByName(client: Client, name: string): Promise<string> {
  const { body } = await client.call('GET /orchestration/executables/promotions');
  return pickOne('promotion', name, body, (promotion) => ({
    id: promotion.executable,
    names: [`${promotion.sourceEnvironment.name}/${promotion.targetEnvironment.name}`, promotion.name],
  })).executable;
}
