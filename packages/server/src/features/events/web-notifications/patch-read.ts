/** The JSON Patch of notifications. */
import { readPatch, type SentOperation } from '../../../core/http/json-patch.ts';

const READ_PATCH = { '/read': { ops: ['replace'], value: 'WebNotificationRead' } } as const;

/**
 * Returns whether a patch marks notifications as read or as unread: its last operation decides.
 * @rule web-notifications.change.read
 */
export const marksRead = (operations: readonly SentOperation[]): boolean => readPatch(operations, READ_PATCH).at(-1)?.value ?? false;
