/** Content that scrolls in its own place, by mouse and by keyboard. */
import type { ReactNode } from 'react';
import styles from './scroll-areas.module.css';

/** A preformatted text, such as JSON. A long text scrolls, by mouse and by keyboard. */
export const ScrollText = ({ label, children }: { label: string; children: string }): ReactNode => (
  <pre className={styles['text']} role="region" aria-label={label} tabIndex={0}>
    {children}
  </pre>
);

/** A table that may be wider and longer than its place, in which it scrolls. Its head stays visible. */
export const WideTable = ({ label, children }: { label: string; children: ReactNode }): ReactNode => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
  <div className={styles['wide']} tabIndex={0} role="region" aria-label={label}>
    <table>{children}</table>
  </div>
);
