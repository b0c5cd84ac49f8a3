/** Retries the events that were set aside because webhooks, alerts or notifications failed on them too often. A server may run meanwhile. */
import { readConfig } from '../packages/server/src/settings/config.ts';
import { withOpenDatabase } from '../packages/server/src/core/database/db.ts';
import { holdAgain } from '../packages/server/src/features/events/fan-out/index.ts';
import { readArguments, runCommand, say, withDatabase } from './operating/operator-command.ts';
import { operatorCommandText } from '../packages/server/src/core/base/operator-command-text.ts';

await runCommand(async () => {
  readArguments({}, operatorCommandText('retry:events'));
  const retried = await withDatabase(readConfig(), (url) => withOpenDatabase(url, ({ writer }) => holdAgain(writer)));
  for (const { consumer, events } of retried) say(`${events} ${events === 1 ? 'event is' : 'events are'} given to ${consumer} again.`);
  if (retried.length === 0) say('No event is set aside.');
  return 0;
});
