/** The console: its cache, its languages, the session, and the pages. */
import { useState, type ReactNode } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { LanguageContext } from '../text/language.tsx';
import { regionalLocale } from '../text/formats.ts';
import { ToastRegion } from '../ui/toast.tsx';
import { ClockContext, ZoneContext } from '../ui/time-text.tsx';
import { createQueryClient, serverNow } from './api.ts';
import { usePageLanguage, usePreferences, zoneOf } from './preferences.ts';
import { useRecentPageRecorder } from './recent-pages.ts';
import { router } from './router.ts';
import { SessionGate, useMe } from './session.tsx';

/** The whole console. */
export function Console(): ReactNode {
  const preferences = usePreferences();
  const language = usePageLanguage();
  const [hasEnded, setHasEnded] = useState(false);
  const [client] = useState(() => createQueryClient((isThere) => setHasEnded(!isThere)));
  return (
    <I18nProvider locale={regionalLocale(language)}>
      <LanguageContext value={language}>
        <ZoneContext value={zoneOf(preferences)}>
          <ClockContext value={serverNow}>
            <QueryClientProvider client={client}>
              <SessionGate hasEnded={hasEnded}>
                <Pages />
              </SessionGate>
              <ToastRegion />
            </QueryClientProvider>
          </ClockContext>
        </ZoneContext>
      </LanguageContext>
    </I18nProvider>
  );
}

/** The pages, of which the last ones are kept for the palette. */
function Pages(): ReactNode {
  const { id } = useMe();
  useRecentPageRecorder(router, id);
  return <RouterProvider router={router} />;
}
