/** The reasons why the agent of a dynamic-engine environment does not claim an execution. */
import type { Facts } from './facts.ts';
import { sentence, toEngineEvidence, type Reason } from './evidence.ts';

/** The reasons that keep an execution from the agent of its environment: no assignment, no pairing, an illness, a silence, or no free place. */
export function agentReasons({ course, engines }: Pick<Facts, 'course' | 'engines'>): Reason[] {
  const [agent] = engines;
  const target = `the dynamic-engine environment '${course.environment_name}'`;
  const address = `/orchestration/dynamic-engine-environments/${course.environment_id}`;
  const advice = `Read the status with GET ${address}, and that of its services on the dynamic engine.`;
  const withEvidence = (code: Reason['code'], message: string, next: string): Reason[] => [
    { code, message: sentence(message), evidence: { engines: engines.map(toEngineEvidence) }, next },
  ];

  if (!agent) return withEvidence('NO_ENGINE', `No dynamic engine is assigned to ${target}`, `Assign one with POST ${address}/connection.`);
  if (!agent.paired) return withEvidence('ENGINES_UNPAIRED', `The agent of ${target} is not installed yet`, advice);
  if (agent.illness) return withEvidence('ENGINES_ILL', `The agent of ${target} is ill: ${agent.illness.message}`, advice);
  if (agent.availability !== 'AVAILABLE') {
    const at = agent.last_beat_at?.toISOString();
    const lastHeartbeat = at === undefined ? 'it has sent no heartbeat yet' : `its last heartbeat came at ${at}`;
    return withEvidence('ENGINES_UNAVAILABLE', `The agent of ${target} is not available: ${lastHeartbeat}`, advice);
  }
  if (agent.capacity !== null && agent.running >= agent.capacity)
    return withEvidence(
      'ENGINES_FULL',
      `The agent of ${target} is full: it runs ${agent.running} of at most ${agent.capacity}`,
      'Wait, or end what may end.',
    );
  return [];
}
