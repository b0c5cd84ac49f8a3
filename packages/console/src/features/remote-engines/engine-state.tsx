/** The state of an engine, as pages show it. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useText, type TextOf } from '../../text/language.tsx';
import { StatusMark, type StatusTone } from '../../ui/status-mark.tsx';
import { engineMessages } from './messages.ts';

const TONES: Readonly<Record<Schema<'Availability'>, StatusTone>> = { AVAILABLE: 'good', NOT_AVAILABLE: 'bad', RETIRED: 'off' };

/** The state with its mark: an engine that is not paired is not called silent, and an ill one answers. */
export function EngineStateMark({ engine: { status, availability, illness } }: { engine: Schema<'Engine'> }): ReactNode {
  const text = useText(engineMessages);
  if (status === 'NOT_PAIRED') return <StatusMark tone="waits">{text('NOT_PAIRED')}</StatusMark>;
  if (illness) return <StatusMark tone="bad">{text('ill')}</StatusMark>;
  return <StatusMark tone={TONES[availability]}>{text(availability)}</StatusMark>;
}

/** The state of a cluster with its mark. */
export function AvailabilityMark({ availability }: { availability: Schema<'Availability'> }): ReactNode {
  const text = useText(engineMessages);
  return <StatusMark tone={TONES[availability]}>{text(availability)}</StatusMark>;
}

/** How an engine separates its runs, in words; undefined if it has not said so. */
export const isolationText = (
  text: TextOf<(typeof engineMessages)['en']>,
  isolation: Schema<'Isolation'> | undefined,
): string | undefined => isolation && text(isolation === 'none' ? 'noIsolation' : isolation);
