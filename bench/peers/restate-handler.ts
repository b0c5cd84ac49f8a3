/** The service that a Restate server calls: its handlers have one durable step, which does nothing or starts a program. */
import { serve, service } from '@restatedev/restate-sdk';
import { noteOrRun, type Start } from '../starts.ts';

const bench = service({
  name: 'bench',
  handlers: {
    work: (context) => context.run('step', () => 'done'),
    start: (context, input) => context.run('step', () => noteOrRun(input as Start)),
  },
});
await serve({ services: [bench], port: Number(process.env['PORT']) });
