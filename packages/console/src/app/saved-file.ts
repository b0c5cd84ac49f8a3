/** Files that the page gives to the person. */

/** Milliseconds that a browser gets to begin the download before the URL of the file is released. */
const DOWNLOAD_START_MILLISECONDS = 60_000;

/** Downloads a file that the page has made or read. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), DOWNLOAD_START_MILLISECONDS);
}
