import type { ReactNode } from 'react';
import { TextLink } from '../../ui/links.tsx';

/** The tags of a task, each as a link to the tasks that have it. */
export const TagLinks = ({ tags }: { tags: readonly string[] }): ReactNode =>
  tags.map((tag, index) => (
    <span key={tag}>
      {index > 0 && ', '}
      <TextLink to="/tasks" search={{ tag }} name={tag} />
    </span>
  ));
