/** Changes of the sharings of an entity. */
import type { Route, Schema } from '@millrace/contract';
import type { TextOf } from '../../text/language.tsx';
import type { Option } from '../../ui/choice-field.tsx';
import type { sharingMessages } from './messages.ts';

/** An entity that can be shared. */
export type SharingTarget = { entityType: 'dataset' | 'connection' | 'crawler'; entityId: string };

/** The levels from the lowest to the highest. */
export const SHARING_LEVELS = ['READER', 'WRITER', 'OWNER'] as const;

/** Routes whose answers depend on sharings. */
export const SHARING_READS: readonly Route[] = [
  'GET /sharing/sharingset/{entityType}/{entityId}',
  'GET /sharing/sharings/{entityType}/{entityId}',
  'GET /datasets/{datasetId}',
];

/** The levels as a list to choose from. */
export const levelOptions = (text: TextOf<typeof sharingMessages>): Option<Schema<'LevelCode'>>[] =>
  SHARING_LEVELS.map((id) => ({ id, name: text(id) }));

/** A user or a group by its id. */
export type GranteeReference = { userId: string } | { groupId: string };

/** The body that sets the level of a user or group; without a level, it removes the sharing. */
export const toSharingChange = (reference: GranteeReference, level?: Schema<'LevelCode'>): Schema<'PatchSharingSetRequest'> => {
  const change = level === undefined ? {} : { level: { code: level } };
  return 'userId' in reference ? { users: [{ ...reference, ...change }] } : { groups: [{ ...reference, ...change }] };
};
