/** Messages of the pages of resources. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the list, and of the page of a resource. */
export const resourceMessages = defineMessages('resource', {
  title: 'Resources',
  file: 'File',
  folder: 'Folder',
  noneFits: 'No resource matches these filters',
  noneFitsHint: 'Shorten the name, or choose another workspace.',
  empty: 'There is no resource in this environment yet',
  emptyHint: 'A resource is a file or a folder that tasks read, such as a list of codes.',
  new: 'New resource',
  drop: 'Drop a file here',
  dropHint: 'A zip can also be unpacked as a folder before each run.',
  isFolder: 'Unpack the zip as a folder',
  replace: 'Replace the content',
  replaceHint: 'Runs that begin from now on read the new content.',
  replaced: 'The content has been replaced.',
  moved: 'The resource is in another workspace now.',
  deleteHint: 'The server refuses it while a task uses the resource.',
});
