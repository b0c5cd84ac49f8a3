import type { Owner, RunPlace } from './run-place.ts';

/** What is to be started: its place is made before, and the process group noted down in the folder of its run. */
export type StartMessage = {
  kind: 'start';
  id: number;
  command: string;
  arguments: string[];
  folder: string;
  environment: Record<string, string>;
  place?: RunPlace;
  run?: { root: string; owner: Owner };
};

/**
 * What the agent tells the helper process. `taken` acknowledges output; `end` stops reading it and takes the place away, or keeps it for another run
 * once it is `rested`: no process of its run lives.
 */
export type ToSpawner =
  | StartMessage
  | { kind: 'taken'; id: number; bytes: number }
  | { kind: 'end'; id: number; keep: boolean }
  | { kind: 'rested'; id: number };

/** What the helper process tells the agent. `closed` comes after the last output; `ended` says whether the place is gone. */
export type FromSpawner =
  | { kind: 'started'; id: number; pid: number }
  | { kind: 'failed'; id: number; code: string; message: string; making: boolean }
  | { kind: 'output'; id: number; type: 'STDOUT' | 'STDERR'; bytes: Uint8Array }
  | { kind: 'exited'; id: number; code: number | null; signal: NodeJS.Signals | null }
  | { kind: 'closed'; id: number }
  | { kind: 'ended'; id: number; cleared: boolean; kept: boolean };

/** Gathers what is said in one turn of the loop: a message between processes costs more than what it holds. */
export function gather<Message>(send: (messages: Message[]) => void): (message: Message) => void {
  let gathered: Message[] = [];
  return (message) => {
    if (gathered.push(message) > 1) return;
    setImmediate(() => {
      const messages = gathered;
      gathered = [];
      send(messages);
    });
  };
}
