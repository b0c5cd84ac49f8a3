/** The rules of subscriptions. */
import type { Schema } from '@millrace/contract';
import { invalid } from '../../../core/base/problem.ts';
import { isSubscribable, kindOf, NOTIFICATION_KINDS, type NotificationScope } from './kinds.ts';

const FIELDS = { workspaceId: 'workspace', taskId: 'task', planId: 'plan', engineId: 'engine' } as const satisfies Record<
  string,
  NotificationScope
>;

/**
 * The kind can be subscribed to, and limited to the object that the subscription names.
 * @rule notifications.subscribe.kind
 */
export function requireValidSubscription(sent: Schema<'NotificationSubscriptionRequest'>, place: string): void {
  const { kind } = sent;
  if (!isSubscribable(kind)) {
    const known = Object.keys(NOTIFICATION_KINDS).filter(isSubscribable);
    throw invalid('malformed_request', `${place}.kind: there is no subscription to '${kind}'; expected one of ${known.join(', ')}.`);
  }
  for (const [field, scope] of Object.entries(FIELDS))
    if (sent[field as keyof typeof FIELDS] !== undefined && !kindOf(kind).scopes.includes(scope))
      throw invalid('malformed_request', `${place}.${field}: notifications of the kind ${kind} are not limited to a ${scope}.`);
}
