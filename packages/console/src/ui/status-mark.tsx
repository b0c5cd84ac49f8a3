import type { ReactNode } from 'react';

/** The meaning of a status for the reader, which gives its mark a colour and a shape. */
export type StatusTone = 'waits' | 'runs' | 'good' | 'partly' | 'bad' | 'off';

/** A status: a mark, which differs in shape as well as in colour, and its name. */
export const StatusMark = ({ tone, children }: { tone: StatusTone; children: ReactNode }): ReactNode => (
  <span className={`status ${tone}`}>
    <svg viewBox="0 0 12 12" aria-hidden="true">
      {SHAPES[tone]}
    </svg>
    {children}
  </span>
);

const SHAPES: Readonly<Record<StatusTone, ReactNode>> = {
  waits: <circle cx="6" cy="6" r="4.2" className="line" />,
  runs: <path d="M3 1.5v9L11 6z" />,
  good: <path d="M1.5 6.5 5 10l6-7.5" className="line" />,
  partly: <path d="M6 1 11.5 11H.5z" />,
  bad: <path d="M2 2l8 8m0-8-8 8" className="line" />,
  off: <path d="M2 6h8" className="line" />,
};
