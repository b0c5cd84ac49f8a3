/** Starts the console. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Console } from './app/console.tsx';
import { applyTheme, startLanguage } from './app/preferences.ts';
import './ui/fonts.css';
import './ui/tokens.gen.css';
import './ui/base.css';

applyTheme();
const root = document.getElementById('root');
if (root)
  // `then`, because with an `await` here the bundler would put what the other parts import into files of their own.
  void startLanguage().then(() =>
    createRoot(root).render(
      <StrictMode>
        <Console />
      </StrictMode>,
    ),
  );
