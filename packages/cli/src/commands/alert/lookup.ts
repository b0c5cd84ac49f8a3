import { byName, type Noun, nounOf } from '../../command-builders.ts';
import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import { readWholeList } from '../../pages.ts';

/** Lists all alert rules of the caller. */
export const readAlerts = (client: Client): Promise<Schema<'Alert'>[]> => readWholeList(client, 'GET /api/v1/alerts');

/** How a command names an alert rule. */
export const alertNoun: Noun = { ...nounOf('alert', readAlerts, byName), hint: 'rule' };
