/** Raises events by hand, and receives messages: by a mail server, and by an HTTP server. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { newId } from '../../src/core/base/id.ts';
import { sql } from '../../src/core/database/sql.ts';
import { raiseEvents } from '../../src/features/events/outbox/index.ts';
import { runTimer } from './background.ts';
import type { MadeTask } from './make.ts';
import type { TestServer } from './server.ts';

type Server = Pick<TestServer, 'platform'>;

/** Runs the timers of the fan-out, so that the events of the outbox reach their subscribers. */
export const fanOutEvents = async ({ platform }: Server): Promise<void> => {
  for (const name of ['fan-out-events', 'retry-held-events']) await runTimer(platform, name);
};

/** The end of a run of a task. */
export type EndedRun = { status?: 'ok' | 'error'; executionStatus?: string; execution?: string; planExecution?: string; error?: string };

/** Raises the events of ended runs of a task, and fans them out. */
export async function endRuns(server: Server, task: MadeTask, ...runs: EndedRun[]): Promise<void> {
  await raiseRuns(server, task, ...runs);
  await fanOutEvents(server);
}

/** Raises the events of ended runs of a task. */
export async function raiseRuns(server: Server, task: MadeTask, ...runs: EndedRun[]): Promise<void> {
  const { db } = server.platform;
  const taskRow = await db.reader.only<{ tenant: string; environment: string; name: string }>(sql`
    select t.tenant_id as tenant, w.environment_id as environment, t.name
    from task t
    join workspace w on w.id = t.workspace_id
    where t.id = ${task.id}`);
  await db.transaction(async (tx) => {
    for (const { status = 'error', executionStatus, execution = newId(), planExecution, error } of runs)
      await raiseEvents(tx, [
        {
          type: 'com.service.v1.task.run.finished',
          tenant: taskRow.tenant,
          space: task.workspace,
          resource: task.id,
          data: {
            executionId: execution,
            taskId: task.id,
            taskName: taskRow.name,
            environmentId: taskRow.environment,
            workspaceId: task.workspace,
            status,
            executionStatus: executionStatus ?? (status === 'ok' ? 'EXECUTION_SUCCESS' : 'EXECUTION_FAILED'),
            finishedAt: new Date().toISOString(),
            attempt: 1,
            planExecutionId: planExecution,
            errorMessage: error,
          },
        },
      ]);
  });
}

/** A mail that the server of the test received. `text` is decoded. */
export type ReceivedMail = { to: string; subject: string; id: string; text: string };

/** Starts a mail server; it ends with the test file. */
export async function startMailServer(): Promise<{
  url: string;
  mails: ReceivedMail[];
  /** Waits until an address has got `number` mails, by default one, and returns the last of these. */
  mailTo(address: string, number?: number): Promise<ReceivedMail>;
}> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString();
        const text = Buffer.from(
          raw.replaceAll('=\r\n', '').replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
          'latin1',
        ).toString();
        const header = (name: string): string =>
          new RegExp(`^${name}: (.*(?:\r\n[ \t].*)*)`, 'im').exec(raw)?.[1]?.replaceAll(/\r\n\s*/g, ' ') ?? '';
        for (const { address } of session.envelope.rcptTo)
          mails.push({ to: address, subject: header('Subject'), id: header('Message-ID'), text });
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  after(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as { port: number }).port}`,
    mails,
    mailTo: async (address, number = 1) => {
      for (;;) {
        const found = mails.filter(({ to }) => to === address)[number - 1];
        if (found) return found;
        await wait(20);
      }
    },
  };
}

/** A request that the receiver of the test received. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests compare bodies of every form with literals
export type PostedMessage = { path: string; body: any };

/** Starts an HTTP server that receives messages; it ends with the test file. `answer` decides the status of the next requests. */
export async function startMessageReceiver(): Promise<{ url: string; posted: PostedMessage[]; answer: { status: number } }> {
  const posted: PostedMessage[] = [];
  const answer = { status: 200 };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      posted.push({ path: request.url ?? '', body: JSON.parse(Buffer.concat(chunks).toString()) });
      response.writeHead(answer.status, { location: '/elsewhere' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}`, posted, answer };
}

/** Reads the messages that wait, with their entries. */
export const waitingMessages = ({
  platform,
}: Server): Promise<
  { id: string; receiver: string; held_until: Date | null; entries: { kind: string; phase?: string; name: string }[] }[]
> =>
  platform.db.reader.rows(sql`
    select id, receiver, held_until, entries
    from notification_message
    where sent_at is null
      and failed_at is null
    order by id`);
