/** How far the heap may grow before V8 collects garbage (ADR 24). */
import { constants, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks';
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8';

/** What may come on top of what lives before it is marked. */
const ROOM_BYTES = 96 * 2 ** 20;
/** How large the young generation becomes; both of its halves count. */
const YOUNG_BYTES = 32 * 2 ** 20;

/**
 * V8 lets a heap grow by a share of what lives, which for a small one is marked again and again. Here it may grow by so many bytes, however much lives:
 * the share is set anew after each marking. The young generation stops growing early: buffers that nobody needs are freed when it is collected, and V8
 * marks the heap as soon as 64 MB of them lie about.
 */
export function giveHeapRoom(): void {
  setShare();
  new PerformanceObserver((list) => {
    if (list.getEntries().some(isMarking)) setShare();
    // Looked at each time: V8 makes it smaller when little happens, and it has to grow again afterwards.
    setFlagsFromString(`--semi-space-growth-factor=${youngBytes() < YOUNG_BYTES ? 2 : 1}`);
  }).observe({ entryTypes: ['gc'] });
}

function setShare(): void {
  const { used_heap_size: heap, external_memory: buffers } = getHeapStatistics();
  setFlagsFromString(`--heap-growing-percent=${Math.max(1, Math.round((100 * ROOM_BYTES) / (heap + buffers)))}`);
}

const youngBytes = (): number => getHeapSpaceStatistics().find((one) => one.space_name === 'new_space')?.space_size ?? 0;

const isMarking = (entry: PerformanceEntry & { detail?: unknown }): boolean =>
  (entry.detail as { kind?: number } | undefined)?.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
