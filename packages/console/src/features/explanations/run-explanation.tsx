import type { ReactNode } from 'react';
import { useRead } from '../../app/api.ts';
import { useLanguage } from '../../text/language.tsx';
import { useZone, withZonedTimes } from '../../ui/time-text.tsx';
import { isLive } from '../task-executions/run-status.tsx';
import { explanationSentences } from './sentences.ts';

const REFRESH_INTERVAL = 5000;

/** Why a run waits, failed or did not start, in one sentence. That of a live run is read again. */
export function RunExplanation({ executionId }: { executionId: string }): ReactNode {
  const language = useLanguage();
  const zone = useZone();
  const { data } = useRead(
    'GET /processing/executions/{executionId}/explanation',
    { path: { executionId } },
    { every: (body) => body !== undefined && isLive(body.executionStatus) && REFRESH_INTERVAL },
  );
  return <bdi className="hint">{data && withZonedTimes(explanationSentences(data, language).why, language, zone)}</bdi>;
}
