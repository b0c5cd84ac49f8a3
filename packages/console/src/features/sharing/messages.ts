/** Messages about sharing. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the card that shows and changes access. */
export const sharingMessages = defineMessages({
  title: ['Access', 'Zugang'],
  yours: ['Your level: {level}', 'Ihre Stufe: {level}'],
  ownSharing: ['shared with you', 'mit Ihnen geteilt'],
  byGroup: ['by the group {name}', 'durch die Gruppe {name}'],
  through: ['through {entity}', 'durch {entity}'],
  READER: ['Reader', 'Lesen'],
  WRITER: ['Writer', 'Ändern'],
  OWNER: ['Owner', 'Besitzen'],
  user: ['Person', 'Person'],
  level: ['Level', 'Stufe'],
  levelOf: ['Level of {name}', 'Stufe von {name}'],
  share: ['Share with', 'Teilen mit'],
  find: ['Name of a person or group', 'Name einer Person oder Gruppe'],
  noneFound: ['No person or group matches', 'Keine Person oder Gruppe passt'],
  shared: ['Shared.', 'Geteilt.'],
  withdrawn: ['Withdrawn.', 'Entzogen.'],
  accessChanged: ['Changed.', 'Geändert.'],
  empty: ['No account has access yet.', 'Noch hat niemand Zugang.'],
  dataset: ['a dataset', 'ein Dataset'],
  aConnection: ['a connection', 'eine Verbindung'],
  other: ['another shared object', 'ein anderes geteiltes Objekt'],
});
