/** The pictures for the documentation, with the page of the console that each shows. */

/** Ids of the demonstration, for the URLs of the pages. */
export type DemoIds = { run: string; planRun: string; task: string; dataset: string };

/** A picture: its file without `.png`, its address, and a text that the page shows when it is complete. */
export type PagePicture = {
  name: string;
  path: (ids: DemoIds) => string;
  shows: string;
  theme: 'light' | 'dark';
  /** Pixels. */
  height: number;
};

/** Pixels of each picture. */
export const PICTURE_WIDTH = 1280;

/** All pictures. A test compares them with the files in `docs/pictures` and with the pages that name them. */
export const PICTURES: readonly PagePicture[] = [
  { name: 'home', path: () => '/', shows: 'Runs by hour', theme: 'light', height: 640 },
  { name: 'run-log', path: ({ run }) => `/runs/${run}`, shows: 'Rejected line', theme: 'dark', height: 540 },
  { name: 'plan-run', path: ({ planRun }) => `/plans/runs/${planRun}`, shows: 'All steps have succeeded', theme: 'light', height: 700 },
  { name: 'runs', path: () => '/runs', shows: 'load-airports', theme: 'light', height: 640 },
  { name: 'task', path: ({ task }) => `/tasks/${task}`, shows: 'Last runs', theme: 'light', height: 900 },
  { name: 'calendar', path: () => '/schedules/calendar', shows: 'shell', theme: 'light', height: 700 },
  { name: 'dataset', path: ({ dataset }) => `/catalogue/datasets/${dataset}`, shows: 'Trust score', theme: 'dark', height: 860 },
];
