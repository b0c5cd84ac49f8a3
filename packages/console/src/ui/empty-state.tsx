import type { ReactNode } from 'react';

/** The content of an empty list or page: why it is empty, and what the person can do next. */
export const EmptyState = ({ title, action, children }: { title: string; action?: ReactNode; children?: ReactNode }): ReactNode => (
  <section className="empty">
    <h2>{title}</h2>
    {children}
    {action}
  </section>
);
