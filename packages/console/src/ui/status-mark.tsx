import type { ReactNode } from 'react';
import type { RunTone } from '@millrace/contract/run-states';

/** The meaning of a status for the reader. Engines, crawls and promotions have the tones of runs. */
export type StatusTone = RunTone;

/** A status: a mark, which differs in shape as well as in colour, and its name. */
export const StatusMark = ({ tone, children }: { tone: StatusTone; children: ReactNode }): ReactNode => (
  <span className={`status ${tone}`}>
    <StatusIcon tone={tone} />
    {children}
  </span>
);

/** The mark of a status alone, for places that name the status in another way. */
export const StatusIcon = ({ tone }: { tone: StatusTone }): ReactNode => (
  <svg className={`status-icon ${tone}`} viewBox="0 0 16 16" aria-hidden="true">
    {SHAPES[tone]}
  </svg>
);

/** A filled circle with a sign in the colour of the ground. */
const disc = (sign: string): ReactNode => (
  <>
    <circle cx="8" cy="8" r="7" />
    <path d={sign} className="sign" />
  </>
);

const SHAPES: Readonly<Record<StatusTone, ReactNode>> = {
  waits: (
    <>
      <circle cx="8" cy="8" r="6.25" className="line" />
      <path d="M8 4.5V8l2.5 1.5" className="line" />
    </>
  ),
  runs: (
    <>
      <circle cx="8" cy="8" r="6" className="track" />
      <path d="M8 2a6 6 0 0 1 6 6" className="line turns" />
    </>
  ),
  good: disc('m4.75 8.25 2.25 2.25 4.25-4.75'),
  partly: (
    <>
      <path d="M7.1 1.7a1 1 0 0 1 1.8 0l6 11.4a1 1 0 0 1-.9 1.4H2a1 1 0 0 1-.9-1.4z" />
      <path d="M8 6v3.5m0 2.2v.3" className="sign" />
    </>
  ),
  bad: disc('m5.5 5.5 5 5m0-5-5 5'),
  off: <rect x="2.5" y="2.5" width="11" height="11" rx="2" />,
  missed: (
    <>
      <circle cx="8" cy="8" r="6.25" className="line" />
      <path d="m3.6 3.6 8.8 8.8" className="line" />
    </>
  ),
  unrun: (
    <>
      <circle cx="8" cy="8" r="6.25" className="line dashed" />
      <path d="M5.5 8h5" className="line" />
    </>
  ),
};
