/** Messages about lineage: the datasets that runs read and write. */
import { defineMessages } from '../../text/messages.ts';

/** Messages on the pages of datasets and tasks. */
export const lineageMessages = defineMessages('lineage', {
  title: 'Lineage',
  sources: 'Made from',
  self: 'This dataset',
  targets: 'Used for',
  noNames: 'Nothing known.',
  writtenBy: 'Runs that wrote it',
  readBy: 'Runs that read it',
  noWriters: 'No run that you see has written it.',
  noReaders: 'No run that you see has read it.',
  hint: 'Runs report what they read and write. A bundle that reports nothing does not appear here.',
  run: 'Run',
  finished: 'Finished',
  taskTitle: 'Datasets of the runs',
  inputs: 'Read',
  outputs: 'Written',
  byLastRun: 'last run',
  findName: 'Find in “{list}”',
  nameOrAddress: 'A part of the name or address',
  shownOf: '{shown} of {count}',
});
