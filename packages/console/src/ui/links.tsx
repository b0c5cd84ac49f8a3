/** Links to pages of the console. */
import type { AnchorHTMLAttributes } from 'react';
import { createLink } from '@tanstack/react-router';
import type { ButtonTone } from './action-button.tsx';

type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { name: string };

/** A link in a text. Its name may be in any script. */
export const TextLink = createLink(({ name, ...rest }: LinkProps) => (
  <a {...rest} dir="auto">
    {name}
  </a>
));

/** A link that looks like a button. */
export const ButtonLink = createLink(({ name, tone = 'plain', ...rest }: LinkProps & { tone?: ButtonTone }) => (
  <a {...rest} className={`button ${tone}`}>
    {name}
  </a>
));

/** The link of a row. Names may be in any script, and longer than their column. */
export const NameLink = createLink(({ name, title = name, ...rest }: LinkProps) => (
  <a {...rest} dir="auto" title={title}>
    {name}
  </a>
));
