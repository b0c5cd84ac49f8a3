/** Messages about sharing. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the card that shows and changes access. */
export const sharingMessages = defineMessages('sharing', {
  title: 'Access',
  yours: 'Your level: {level}',
  ownSharing: 'shared with you',
  byGroup: 'by the group {name}',
  through: 'through {entity}',
  throughMany: { one: 'through {count} shared object', other: 'through {count} shared objects' },
  READER: 'Reader',
  WRITER: 'Writer',
  OWNER: 'Owner',
  user: 'Person',
  level: 'Level',
  levelOf: 'Level of {name}',
  share: 'Share with',
  find: 'Name of a person or group',
  noneFound: 'No person or group matches',
  shared: 'Shared.',
  withdrawn: 'Withdrawn.',
  accessChanged: 'Changed.',
  empty: 'No account has access yet.',
  dataset: 'a dataset',
  aConnection: 'a connection',
  other: 'another shared object',
});
