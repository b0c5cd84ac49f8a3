/** The times in a report come from the clock of the engine, which may be wrong. */
import type { BodyOf } from '@millrace/contract';

type Report = BodyOf<'POST /engine/v1/reports'>;

/** A smaller difference counts as the time of transmission. */
const TOLERANCE_MILLISECONDS = 5000;

/** Returns the correction of the clock of an engine, in milliseconds; 0 for a report without the time when it was sent. */
export function shiftOf({ sentAt }: Report, nowMilliseconds: number): number {
  const difference = sentAt === undefined ? 0 : nowMilliseconds - sentAt;
  return Math.abs(difference) <= TOLERANCE_MILLISECONDS ? 0 : difference;
}

/**
 * Returns the starts and ends of a report with times of the server's clock. None is later than the time when the report was sent, or than now; a
 * clock that was set back, or that is a little ahead, would cause such times.
 * @rule task-executions.times.engine-clock
 */
export function onOurClock(report: Report, shift: number, nowMilliseconds: number): Pick<Report, 'starts' | 'finishes'> {
  const { sentAt } = report;
  if (sentAt === undefined) return report;
  const correct = (at: number): number => Math.min(nowMilliseconds, Math.max(0, Math.min(at, sentAt) + shift));
  return {
    starts: report.starts?.map((start) => ({ ...start, startedAt: correct(start.startedAt) })) ?? [],
    finishes:
      report.finishes?.map((finish) => ({
        ...finish,
        finishedAt: correct(finish.finishedAt),
        ...(finish.startedAt !== undefined && { startedAt: correct(finish.startedAt) }),
        ...(finish.components && {
          components: finish.components.map((component) => ({
            ...component,
            component_start_time_seconds: correct(component.component_start_time_seconds * 1000) / 1000,
          })),
        }),
      })) ?? [],
  };
}
