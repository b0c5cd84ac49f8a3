/** The navigation: beside the page, or on narrow screens above it, opened by a button. */
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { useText } from '../text/language.tsx';
import { IconButton } from '../ui/action-button.tsx';
import { NAVIGATION, needsOf } from './sections.ts';
import { useMe } from './session.tsx';
import { shellMessages } from './shell-messages.ts';

const ID = 'navigation';

/** The groups with the entries that the account can use. */
export function useNavigation() {
  const { permissions } = useMe();
  return NAVIGATION.map(({ group, entries }) => ({
    group,
    entries: entries.filter((entry) => needsOf(entry)?.some((permission) => permissions.includes(permission)) ?? true),
  })).filter(({ entries }) => entries.length > 0);
}

/** The list of the pages. */
export function Navigation({ isOpen, onNavigate }: { isOpen: boolean; onNavigate: () => void }): ReactNode {
  const text = useText(shellMessages);
  return (
    <nav id={ID} aria-label={text('navigation')} className={isOpen ? 'open' : undefined}>
      {useNavigation().map(({ group, entries }) => (
        <section key={group} aria-labelledby={`${ID}-${group}`}>
          <h2 id={`${ID}-${group}`}>{text(group)}</h2>
          <ul>
            {entries.map(({ path, name }) => (
              <li key={path}>
                <Link
                  to={path}
                  activeOptions={{ exact: path === '/', includeSearch: false }}
                  activeProps={{ 'aria-current': 'page' }}
                  onClick={onNavigate}
                >
                  {text(name)}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

/** The button that opens the navigation on narrow screens. */
export function NavigationButton({ isOpen, onPress }: { isOpen: boolean; onPress: () => void }): ReactNode {
  const text = useText(shellMessages);
  return (
    <span className="shell-menu">
      <IconButton label={text('menu')} icon="menu" aria-expanded={isOpen} aria-controls={ID} onPress={onPress} />
    </span>
  );
}
