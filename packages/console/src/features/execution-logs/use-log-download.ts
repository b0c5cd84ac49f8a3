/** Downloads a log as a file of text. */
import { useMutation } from '@tanstack/react-query';
import { api } from '../../app/api.ts';

const POLL_INTERVAL = 500;

/** Requests the file, waits until the server has written it, and starts the download in the browser. */
export const useLogDownload = (id: string) =>
  useMutation({
    mutationFn: async (): Promise<void> => {
      const { body: file } = await api.call('POST /monitoring/executions/{id}/logs', {
        path: { id },
        query: { fileFormat: 'TEXT', newFileName: true },
      });
      for (;;) {
        const { body } = await api.call('POST /monitoring/executions/{id}/logs/status', { path: { id }, body: { token: file.token } });
        if (body.presignedURL !== undefined) return void window.location.assign(body.presignedURL);
        await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL));
      }
    },
  });
