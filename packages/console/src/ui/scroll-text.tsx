import type { ReactNode } from 'react';
import './scroll-text.css';

/** A text as it is, such as JSON, that scrolls when it is long, also by the keys. */
export const ScrollText = ({ label, children }: { label: string; children: string }): ReactNode => (
  <pre className="scroll-text" role="region" aria-label={label} tabIndex={0}>
    {children}
  </pre>
);
