/** The script of every page: search, the list of pages on narrow screens, and the keyboard access of wide blocks. */
import MiniSearch, { type SearchResult } from 'minisearch';
import { INDEX_OPTIONS, SEARCH_OPTIONS, type SearchSection } from '../src/search-options.ts';

declare global {
  var millraceSearch: string | undefined;
}

const MAX_RESULTS = 20;
const { search: indexAddress = '', root = '' } = document.body.dataset;

/** Returns the first element that a selector names, of which every page has one; throws without it. */
function getElement<E extends Element>(selector: string): E {
  const element = document.querySelector<E>(selector);
  if (element === null) throw new Error(`The page has no ${selector}`);
  return element;
}

const input = getElement<HTMLInputElement>('#search');
const panel = getElement<HTMLElement>('#found');
const count = getElement<HTMLElement>('#found .count');
const results = getElement<HTMLOListElement>('#found ol');

let index: Promise<MiniSearch<SearchSection>> | undefined;

/** Loads the index once, when a reader begins to search. */
const openIndex = (): Promise<MiniSearch<SearchSection>> =>
  (index ??= new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = indexAddress;
    const fail = (cause?: unknown): void => {
      index = undefined;
      reject(new Error('The search index cannot be loaded', { cause }));
    };
    script.addEventListener('load', () => {
      try {
        resolve(MiniSearch.loadJSON(globalThis.millraceSearch ?? '', INDEX_OPTIONS));
      } catch (error) {
        fail(error);
      }
    });
    script.addEventListener('error', () => fail());
    document.head.append(script);
  }));

async function search(): Promise<void> {
  const words = input.value.trim();
  if (words === '') return close();
  const opened = await openIndex().catch(() => undefined);
  // The reader may have continued to type.
  if (words !== input.value.trim()) return;
  if (opened === undefined) return show('The search index cannot be loaded. Check the connection, and load the page again.', []);
  const exact = opened.search(words, SEARCH_OPTIONS);
  // If nothing matches exactly, search for words with a similar spelling.
  const found = exact.length > 0 ? exact : opened.search(words, { ...SEARCH_OPTIONS, fuzzy: 0.2 });
  show(found.length === 0 ? 'Nothing found' : found.length === 1 ? '1 section' : `${found.length} sections`, found.slice(0, MAX_RESULTS));
}

function show(text: string, found: readonly SearchResult[]): void {
  count.textContent = text;
  results.replaceChildren(...found.map(entryOf));
  panel.hidden = false;
}

function entryOf(result: SearchResult): HTMLLIElement {
  const link = document.createElement('a');
  link.href = root + String(result['href']);
  const title = document.createElement('strong');
  title.textContent = [result['page'], result['heading']].filter(Boolean).join(' › ');
  const text = document.createElement('span');
  text.textContent = String(result['beginning']);
  link.append(title, text);
  const item = document.createElement('li');
  item.append(link);
  return item;
}

function close(): void {
  panel.hidden = true;
  results.replaceChildren();
}

/** Moves the focus between the field and the results. */
function move(step: number): void {
  const stops = [input, ...results.querySelectorAll('a')];
  const at = stops.indexOf(document.activeElement as HTMLInputElement);
  stops[Math.min(Math.max(at + step, 0), stops.length - 1)]?.focus();
}

function watchSearch(): void {
  const form = getElement<HTMLFormElement>('form.search');
  input.addEventListener('focus', () => void openIndex().catch(() => undefined));
  input.addEventListener('input', () => void search());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    results.querySelector('a')?.click();
  });
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      close();
      input.focus();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    }
  });
  results.addEventListener('click', close);
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !form.contains(target)) close();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || document.activeElement === input) return;
    event.preventDefault();
    input.focus();
  });
}

function watchMenu(): void {
  const button = getElement<HTMLButtonElement>('button.menu');
  const pages = getElement<HTMLElement>('#pages');
  button.addEventListener('click', () => {
    const isOpen = pages.classList.toggle('open');
    button.setAttribute('aria-expanded', String(isOpen));
  });
  pages.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
}

/** A block that is wider than the page can get the focus, so that the keyboard can scroll it. */
function makeWideBlocksFocusable(): void {
  for (const block of document.querySelectorAll<HTMLElement>('.wide')) {
    if (block.scrollWidth > block.clientWidth) block.tabIndex = 0;
    else block.removeAttribute('tabindex');
  }
}

watchSearch();
watchMenu();
makeWideBlocksFocusable();
addEventListener('resize', makeWideBlocksFocusable);
