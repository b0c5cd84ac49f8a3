/** Downloads a log as a file of text. */
import { useMutation } from '@tanstack/react-query';
import { api } from '../../app/api.ts';

const PAUSE = 500;

/** Asks for the file, waits until it is written, and lets the browser take it. */
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
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
      }
    },
  });
