/** DBOS: workflows with one step, called and awaited; the library, its workers and the callers share this process, as it is meant to be used. */
import { DBOS } from '@dbos-inc/dbos-sdk';
import { inFlight, perSecond } from '../in-flight.ts';
import { databaseUrl, serve, type Jobs } from './serve.ts';

DBOS.setConfig({ name: 'bench', systemDatabaseUrl: databaseUrl(), logLevel: 'error' });
const workflow = DBOS.registerWorkflow(() => DBOS.runStep(async () => 'done', { name: 'step' }), { name: 'workflow' });
await DBOS.launch();

serve<Jobs>({
  answer: ({ count, width }) => perSecond(count, () => inFlight(count, width, () => workflow())),
  stop: () => DBOS.shutdown(),
});
