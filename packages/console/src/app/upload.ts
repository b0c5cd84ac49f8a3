/** Uploads with progress, which `fetch` does not report. */
import { useState } from 'react';
import type { UseMutationResult } from '@tanstack/react-query';
import type { Route } from '@millrace/contract';
import { createClient, type InputOf } from '@millrace/contract/client';
import { sendWithToken, useChange, type BodyOfAnswer, type ChangeOptions } from './api.ts';

/** The part of a file that has been sent, from 0 to 1; undefined while nothing is sent. */
type UploadProgress = number | undefined;

/** Calls an operation with a form; `progress` is the part of it that has been sent. */
export function useUpload<R extends Route>(
  route: R,
  options: ChangeOptions<R> = {},
): UseMutationResult<BodyOfAnswer<R>, Error, InputOf<R>> & { progress: UploadProgress } {
  const [sent, setSent] = useState(0);
  const client = createClient({
    baseUrl: '',
    send: (url, request) => {
      setSent(0);
      return sendWithToken(request, (changing) => sendWithProgress(url, changing, setSent));
    },
  });
  const change = useChange(route, options, client);
  return { ...change, progress: change.isPending ? sent : undefined };
}

function sendWithProgress(url: string, { method = 'POST', headers, body }: RequestInit, onProgress: (part: number) => void) {
  const request = new XMLHttpRequest();
  request.open(method, url);
  for (const [name, value] of Object.entries(headers as Record<string, string>)) request.setRequestHeader(name, value);
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
  return new Promise<Pick<Response, 'ok' | 'status' | 'text' | 'body'> & { headers: Pick<Headers, 'get'> }>((resolve, reject) => {
    request.addEventListener('error', () => reject(new TypeError('The connection was interrupted during the upload.')));
    request.addEventListener('load', () =>
      resolve({
        ok: request.status >= 200 && request.status < 300,
        status: request.status,
        text: () => Promise.resolve(request.responseText),
        body: null,
        headers: { get: (name) => request.getResponseHeader(name) },
      }),
    );
    request.send(body as FormData);
  });
}
