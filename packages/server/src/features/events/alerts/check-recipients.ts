/** Checks that creating and changing a rule have in common. */
import type { Schema } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import type { Mail } from '../../../core/outbound/mail.ts';
import type { Actor } from '../../../identity/actor.ts';
import { sendsMails } from '../notifications/index.ts';
import { findRecipients } from './access.ts';
import { knowsZone } from './queries.ts';
import { requireQuietHours, requireRecipients } from './rules.ts';

/** Refuses recipients and quiet hours that a rule cannot have. */
export async function checkRecipients(
  { tx, actor, mail }: { tx: Tx; actor: Actor; mail: Mail | undefined },
  { recipients, quietHours }: Pick<Schema<'AlertPatch'>, 'recipients' | 'quietHours'>,
): Promise<void> {
  if (recipients) requireRecipients(recipients);
  requireQuietHours(quietHours ?? undefined, !quietHours || (await knowsZone(tx, quietHours.zone)));
  if (recipients) await findRecipients(tx, actor, recipients.users ?? []);
  sendsMails(mail, (recipients?.emails ?? []).length > 0);
}
