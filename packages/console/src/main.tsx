/** Starts the console. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Console } from './app/console.tsx';
import { applyPreferences } from './app/preferences.ts';
import './ui/base.css';

// After an upgrade of the server, a page that is open asks for files that are gone.
window.addEventListener('vite:preloadError', () => window.location.reload());
applyPreferences();
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <Console />
    </StrictMode>,
  );
