/** The state of an engine or a cluster, as pages show it, and the executions that run on engines. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useText } from '../../text/language.tsx';
import type { TextOf } from '../../text/texts.ts';
import { StatusMark, type StatusTone } from '../../ui/status-mark.tsx';
import { useRecentRuns, type Run } from '../task-executions/read-runs.ts';
import { engineMessages } from './messages.ts';

const TONES: Readonly<Record<Schema<'Availability'>, StatusTone>> = { AVAILABLE: 'good', NOT_AVAILABLE: 'bad', RETIRED: 'off' };

/** The state with its mark. An engine that is not paired yet is shown as unpaired, not as unavailable. An ill engine answers, but starts no runs. */
export function EngineStateMark({ engine: { status, availability, illness } }: { engine: Schema<'Engine'> }): ReactNode {
  const text = useText(engineMessages);
  if (status === 'NOT_PAIRED') return <StatusMark tone="waits">{text('NOT_PAIRED')}</StatusMark>;
  if (illness) return <StatusMark tone="bad">{text('ill')}</StatusMark>;
  return <AvailabilityMark availability={availability} />;
}

/** Whether a cluster, or a paired engine, is available, with the mark of that. */
function AvailabilityMark({ availability }: { availability: Schema<'Availability'> }): ReactNode {
  const text = useText(engineMessages);
  return <StatusMark tone={TONES[availability]}>{text(availability)}</StatusMark>;
}

/** The state of a cluster with its mark. A cluster without engines is not lost: it waits for its first engine. */
export function ClusterStateMark({ availability, isEmpty }: { availability: Schema<'Availability'>; isEmpty: boolean }): ReactNode {
  const text = useText(engineMessages);
  return isEmpty ? <StatusMark tone="waits">{text('noEngine')}</StatusMark> : <AvailabilityMark availability={availability} />;
}

/** The name of the isolation of an engine; undefined if the engine has not reported it. */
export const isolationText = (text: TextOf<typeof engineMessages>, isolation: Schema<'Isolation'> | undefined): string | undefined =>
  isolation && text(isolation);

/**
 * Returns the function that gives the running executions of an engine, of the newest 200 that the account sees in the environment; undefined until they
 * are read.
 */
export function useRunsOnEngines(environmentId: string): ((engine: Pick<Schema<'Engine'>, 'id' | 'runtimeId'>) => Run[]) | undefined {
  const { data } = useRecentRuns(environmentId, {
    status: ['DISPATCHING_FLOW', 'STARTING_FLOW_EXECUTION', 'STOPPING_FLOW_EXECUTION'],
  });
  return data && (({ id, runtimeId }) => data.filter(({ engineId }) => engineId === id || engineId === runtimeId));
}
