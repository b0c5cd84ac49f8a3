import type { ReactNode } from 'react';

/** Says that there is nothing, why, and what to do next. */
export const EmptyState = ({ title, action, children }: { title: string; action?: ReactNode; children?: ReactNode }): ReactNode => (
  <section className="empty">
    <h2>{title}</h2>
    {children}
    {action}
  </section>
);
