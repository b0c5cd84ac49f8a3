/** The service that a Restate server calls: one handler with one durable step. */
import { serve, service } from '@restatedev/restate-sdk';

const bench = service({ name: 'bench', handlers: { work: (context) => context.run('step', () => 'done') } });
await serve({ services: [bench], port: Number(process.env['PORT']) });
