/** An alert rule, and a notification in an inbox, for tests of all operations. */
import { newId } from '../../src/core/base/id.ts';
import { sql } from '../../src/core/database/sql.ts';
import type { TestServer } from './server.ts';

/** Makes a rule of the administrator for a task, and a notification in its inbox. Returns the ids. */
export async function notifiedObjects({ call, make, platform }: TestServer, taskId: string, recipient: string) {
  const { body } = await call('POST /api/v1/alerts', {
    body: { name: 'Walk', condition: 'run_failed', taskId, recipients: { users: [recipient] } },
  });
  const notification = { id: newId() };
  await platform.db.writer.rows(sql`
    insert into web_notification (id, account_id, body, href, action, resource_type, resource_id)
    values (${notification.id}, ${await make.administrator()}, 'Task failed.', '/', 'run.failed', 'task', ${taskId})`);
  return { alert: { id: body.id as string }, notification };
}
