/** The reasons why the agent of a dynamic-engine environment does not claim an execution. */
import type { Facts } from './facts.ts';
import { sentence, toEngineEvidence, type Reason } from './evidence.ts';

/** The reasons that keep an execution from the agent of its environment: no assignment, no pairing, an illness, a silence, or no free place. */
export function agentMissing({ course, engines }: Pick<Facts, 'course' | 'engines'>): Reason[] {
  const [agent] = engines;
  const place = `the dynamic-engine environment '${course.environment_name}'`;
  const address = `/orchestration/dynamic-engine-environments/${course.environment_id}`;
  const advice = `Read the status with GET ${address}, and that of its services on the dynamic engine.`;
  const withEvidence = (code: Reason['code'], message: string, next: string): Reason[] => [
    { code, message: sentence(message), evidence: { engines: engines.map(toEngineEvidence) }, next },
  ];

  if (!agent) return withEvidence('NO_ENGINE', `No dynamic engine is assigned to ${place}`, `Assign one with POST ${address}/connection.`);
  if (!agent.paired) return withEvidence('ENGINES_UNPAIRED', `The agent of ${place} is not installed yet`, advice);
  if (agent.illness) return withEvidence('ENGINES_ILL', `The agent of ${place} is ill: ${agent.illness.message}`, advice);
  if (agent.availability !== 'AVAILABLE') {
    const heard = agent.last_beat_at ? `its last heartbeat came at ${agent.last_beat_at.toISOString()}` : 'it has sent no heartbeat yet';
    return withEvidence('ENGINES_UNAVAILABLE', `The agent of ${place} is not available: ${heard}`, advice);
  }
  if (agent.capacity !== null && agent.running >= agent.capacity)
    return withEvidence(
      'ENGINES_FULL',
      `The agent of ${place} is full: it carries ${agent.running} of ${agent.capacity}`,
      'Wait, or end what may end.',
    );
  return [];
}
