/** Renews the leases of all executions, and tells the control plane how the engine is. */
import { ApiError } from '@millrace/contract/client';
import { EngineDeleted } from '../control-plane/protocol.ts';
import type { HealthNote } from '../runs/health-note.ts';
import { Backoff, sleepUnlessAborted } from '../program/waiting.ts';
import type { Runner } from '../runs/runner.ts';
import type { AgentParts } from './options.ts';

type HeartbeatParts = AgentParts & {
  isolation: Runner['isolation'];
  javas: Runner['javas'] | undefined;
  capacity: number;
  note: HealthNote;
  heartbeatMilliseconds: number;
  /** Aborted when the agent makes no further calls. */
  signal: AbortSignal;
};

/** The heartbeats of an agent. */
export class Heartbeat {
  readonly #parts: HeartbeatParts;
  #pause = new AbortController();
  /** An older control plane rejects fields that it does not know; the newest one is left out first. */
  readonly #accepts: { javas: boolean; illness: boolean };
  #withheld: string | undefined;

  constructor(parts: HeartbeatParts) {
    this.#parts = parts;
    this.#accepts = { javas: parts.javas !== undefined, illness: true };
  }

  /** Ends the pause before the next heartbeat. */
  sendSoon(): void {
    this.#pause.abort();
  }

  /** Sends heartbeats until the signal is aborted or the engine is deleted. */
  async run(): Promise<void> {
    const { note, health, heartbeatMilliseconds, signal } = this.#parts;
    const backoff = new Backoff();
    signal.addEventListener('abort', () => this.sendSoon());
    while (!signal.aborted) {
      this.#pause = new AbortController();
      const illness = this.#accepts.illness ? health.illness : undefined;
      note.write(health.illness);
      let wait = heartbeatMilliseconds;
      try {
        await this.#send(illness);
        backoff.reset();
      } catch (error) {
        if (error instanceof EngineDeleted) return void this.#parts.deleted();
        const isRefused = error instanceof ApiError && error.status === 400;
        if (isRefused && this.#accepts.javas) this.#accepts.javas = false;
        else if (isRefused && illness) this.#accepts.illness = false;
        // The leases are not renewed, so the next heartbeat follows sooner than after a success.
        wait = Math.min(heartbeatMilliseconds, backoff.next());
      }
      await sleepUnlessAborted(wait, this.#pause.signal);
    }
  }

  async #send(illness: AgentParts['health']['illness']): Promise<void> {
    const { protocol, held, log, capacity, isolation, javas, signal } = this.#parts;
    const running = held.leases('all');
    const answer = await protocol.heartbeat(
      { running, capacity, isolation, ...(this.#accepts.javas && { javas: [...(javas ?? [])] }), ...(illness && { illness }) },
      signal,
    );
    if (answer.withheld !== undefined && answer.withheld !== this.#withheld)
      log('error', 'The engine gets no work', { reason: answer.withheld });
    this.#withheld = answer.withheld;
    held.terminate(answer.stop);
    const lost = new Set(answer.lost);
    held.abandonLost(running.filter((lease) => lost.has(lease.executionId)));
  }
}
