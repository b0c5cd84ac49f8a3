/** The guard executes this program when its agent was killed: it kills the processes of that agent's runs. */
import { killRunsOf } from '../folders/leftover-runs.ts';

if (import.meta.main) {
  const [runs = '', agent = '', agentStart = ''] = process.argv.slice(2);
  await killRunsOf(runs, { agent: Number(agent), ...(agentStart !== '' && { agentStart }) });
}
