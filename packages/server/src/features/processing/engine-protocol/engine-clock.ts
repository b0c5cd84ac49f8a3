/** Times that an engine reports are those of its own clock, which may be wrong. */
import type { BodyOf } from '@millrace/contract';

type Report = BodyOf<'POST /engine/v1/reports'>;

/** Less than this is the time that the report was under way. */
const TOLERANCE_MILLISECONDS = 5000;

/** By how many milliseconds the clock of whoever reports is to be corrected. One that does not say when it sent is taken at its word. */
export function shiftOf({ sentAt }: Report, nowMilliseconds: number): number {
  const off = sentAt === undefined ? 0 : nowMilliseconds - sentAt;
  return Math.abs(off) <= TOLERANCE_MILLISECONDS ? 0 : off;
}

/**
 * The starts and ends of a report with their times on the server's clock. Nothing that a report tells happened after it was sent, nor after now: a
 * clock that was set back before it was sent, or that is a little ahead, would tell so.
 * @rule task-executions.times.engine-clock
 */
export function onOurClock(report: Report, off: number, nowMilliseconds: number): Pick<Report, 'starts' | 'finishes'> {
  const { sentAt } = report;
  if (sentAt === undefined) return report;
  const right = (at: number): number => Math.min(nowMilliseconds, Math.max(0, Math.min(at, sentAt) + off));
  return {
    starts: report.starts?.map((one) => ({ ...one, startedAt: right(one.startedAt) })) ?? [],
    finishes:
      report.finishes?.map((one) => ({
        ...one,
        finishedAt: right(one.finishedAt),
        ...(one.startedAt !== undefined && { startedAt: right(one.startedAt) }),
        ...(one.components && {
          components: one.components.map((component) => ({
            ...component,
            component_start_time_seconds: right(component.component_start_time_seconds * 1000) / 1000,
          })),
        }),
      })) ?? [],
  };
}
