/** What the agent tells the helper process. `taken` acknowledges output; `drop` stops reading it. */
export type ToSpawner =
  | { kind: 'start'; id: number; command: string; arguments: string[]; folder: string; environment: Record<string, string> }
  | { kind: 'taken'; id: number; bytes: number }
  | { kind: 'drop'; id: number };

/** What the helper process tells the agent. `closed` comes after the last output. */
export type FromSpawner =
  | { kind: 'started'; id: number; pid: number }
  | { kind: 'failed'; id: number; code: string; message: string }
  | { kind: 'output'; id: number; type: 'STDOUT' | 'STDERR'; bytes: Uint8Array }
  | { kind: 'exited'; id: number; code: number | null; signal: NodeJS.Signals | null }
  | { kind: 'closed'; id: number };
