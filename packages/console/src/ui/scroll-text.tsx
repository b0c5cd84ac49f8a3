import type { ReactNode } from 'react';
import './scroll-text.css';

/** A preformatted text, such as JSON. A long text scrolls, by mouse and by keyboard. */
export const ScrollText = ({ label, children }: { label: string; children: string }): ReactNode => (
  <pre className="scroll-text" role="region" aria-label={label} tabIndex={0}>
    {children}
  </pre>
);
