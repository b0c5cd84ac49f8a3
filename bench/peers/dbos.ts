/** DBOS: workflows with one step, called and awaited. The library, its workers and the callers share this process, as its documentation shows. */
import { DBOS } from '@dbos-inc/dbos-sdk';
import { inFlight, perSecond } from '../contestant.ts';
import { measureStarts, noteOrRun, type StartSeries, type Start } from '../starts.ts';
import { databaseUrl, serve, type Jobs } from './serve.ts';

DBOS.setConfig({ name: 'bench', systemDatabaseUrl: databaseUrl(), logLevel: 'error' });
const workflow = DBOS.registerWorkflow(() => DBOS.runStep(async () => 'done', { name: 'step' }), { name: 'workflow' });
const starting = DBOS.registerWorkflow((start: Start) => DBOS.runStep(() => noteOrRun(start), { name: 'start' }), { name: 'starting' });
await DBOS.launch();

serve<Jobs | StartSeries>({
  answer: async (question) => {
    if ('pipe' in question) return measureStarts(question, starting);
    const { count, width } = question;
    return perSecond(count, () => inFlight(count, width, () => workflow()));
  },
  stop: () => DBOS.shutdown(),
});
