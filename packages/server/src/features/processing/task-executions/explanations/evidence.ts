/** The reasons of an explanation, and the format of their evidence. */
import { presentFields } from '../../../../core/base/present-fields.ts';
import type { Schema } from '@millrace/contract';
import type { ExecutionRow } from '../life-cycle/execution-row.ts';
import type { ExplainedEngine } from './explanation-queries.ts';

/** A reason, and what to do about it. */
export type Reason = Schema<'ExplanationReason'> & { next?: string | undefined };

/** Converts a row to ExplanationEngine. */
export const toEngineEvidence = (engine: ExplainedEngine): Schema<'ExplanationEngine'> => ({
  id: engine.id,
  name: engine.name,
  status: engine.paired ? 'PAIRED' : 'NOT_PAIRED',
  availability: engine.availability,
  ...presentFields({ illness: engine.illness, lastHeartbeat: engine.last_beat_at?.toISOString() }),
  running: engine.running,
  ...presentFields({ capacity: engine.capacity }),
});

/** The attempt of a task with a retry, with the first and the next one. */
export const toAttemptEvidence = ({ attempt, attempts, first_id: first, retried_as: next }: ExecutionRow): Schema<'ExplanationEvidence'> =>
  attempts === null ? {} : presentFields({ attempt, attemptsAtMost: attempts, firstExecutionId: first, nextExecutionId: next });

/** The engine as words of a sentence; undefined if it was deleted. */
export const engineName = (engine: ExplainedEngine | undefined): string =>
  engine ? `the engine '${engine.name}'` : 'an engine that was deleted';

/** A text that ends with exactly one full stop. */
export const sentence = (text: string): string => `${text.trim().replace(/[.:;,]+$/, '')}.`;
