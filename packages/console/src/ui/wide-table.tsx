import type { ReactNode } from 'react';
import './wide-table.css';

/** A table that may be wider and longer than its place, in which it scrolls. Its head stays visible. */
export const WideTable = ({ label, children }: { label: string; children: ReactNode }): ReactNode => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
  <div className="wide-table" tabIndex={0} role="region" aria-label={label}>
    <table>{children}</table>
  </div>
);
