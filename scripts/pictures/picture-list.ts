/** The pictures for the documentation, with the page of the console that each shows. */
import type { Page } from '../../packages/server/test/support/chromium.ts';

/** Ids of the demonstration, for the URLs of the pages. */
export type DemoIds = {
  run: string;
  planRun: string;
  task: string;
  dataset: string;
  failingTask: string;
  failedRun: string;
  connection: string;
};

/** A picture: its file without `.png`, its address, and a text that the page shows when it is complete. */
export type PagePicture = {
  name: string;
  path: (ids: DemoIds) => string;
  shows: string;
  theme: 'light' | 'dark';
  /** Pixels. */
  height: number;
  /** Pixels; those of pages that explain one step are smaller. */
  width?: number;
  /** What a person does on the page before the picture is taken. */
  act?: (page: Page) => Promise<void>;
};

/** Pixels of a picture that says no other width. */
export const PICTURE_WIDTH = 1280;
/** Pixels of a picture of one step. */
const STEP_WIDTH = 1024;

/** All pictures. A test compares them with the files in `docs/pictures` and with the pages that name them. */
export const PICTURES: readonly PagePicture[] = [
  { name: 'home', path: () => '/', shows: 'Runs by hour', theme: 'light', height: 640 },
  { name: 'run-log', path: ({ run }) => `/runs/${run}`, shows: 'Rejected line', theme: 'dark', height: 540 },
  { name: 'plan-run', path: ({ planRun }) => `/plans/runs/${planRun}`, shows: 'All steps have succeeded', theme: 'light', height: 700 },
  { name: 'runs', path: () => '/runs', shows: 'load-airports', theme: 'light', height: 640 },
  { name: 'task', path: ({ task }) => `/tasks/${task}`, shows: 'Last runs', theme: 'light', height: 900 },
  { name: 'calendar', path: () => '/schedules/calendar', shows: 'shell', theme: 'light', height: 700 },
  { name: 'dataset', path: ({ dataset }) => `/catalogue/datasets/${dataset}`, shows: 'Trust score', theme: 'dark', height: 860 },
  {
    name: 'failed-run',
    path: ({ failedRun }) => `/runs/${failedRun}`,
    shows: 'Why it failed',
    theme: 'light',
    width: STEP_WIDTH,
    height: 420,
  },
  {
    name: 'newer-version',
    path: ({ failingTask }) => `/tasks/${failingTask}`,
    shows: 'Move to this version',
    theme: 'light',
    width: STEP_WIDTH,
    height: 300,
  },
  {
    name: 'run-settings',
    path: ({ failingTask }) => `/tasks/${failingTask}/edit`,
    shows: 'Run settings',
    theme: 'light',
    width: STEP_WIDTH,
    height: 480,
    act: async (page) =>
      page
        .getByText('Run settings')
        .first()
        .evaluate((heading) => heading.scrollIntoView({ block: 'start' })),
  },
  {
    name: 'colleague',
    path: () => '/admin/users',
    shows: 'Add a colleague',
    theme: 'light',
    width: STEP_WIDTH,
    height: 800,
    act: async (page) => {
      await page.getByRole('button', { name: 'Add a colleague' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Email addresses').fill('grace@example.com');
      await dialog.locator('label', { hasText: 'Operator' }).click();
      await dialog.getByRole('combobox', { name: 'Add a workspace' }).fill('Shared');
      await page.getByRole('option', { name: 'Shared' }).click();
      await dialog.getByText('may start tasks and plans').waitFor();
      await dialog.getByLabel('Email addresses').focus();
    },
  },
  {
    name: 'service-account',
    path: () => '/admin/service-accounts',
    shows: 'New service account',
    theme: 'light',
    width: STEP_WIDTH,
    height: 520,
    act: async (page) => {
      await page.getByRole('button', { name: 'New service account' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name', { exact: true }).fill('ci');
      for (const permission of ['SVC_OPERATOR', 'SVC_PIPELINE_MANAGEMENT']) await dialog.locator('label', { hasText: permission }).click();
      await dialog.getByLabel('Name', { exact: true }).focus();
    },
  },
  {
    name: 'connection',
    path: ({ connection }) => `/setup/connections/${connection}`,
    shows: 'Test now',
    theme: 'light',
    width: STEP_WIDTH,
    height: 520,
    act: async (page) => page.getByRole('button', { name: 'Save' }).evaluate((button) => button.scrollIntoView({ block: 'end' })),
  },
];
