import { useState } from 'react';
import type { AnyEndpoint, CallInput } from '#shared/kit/http/endpoint.ts';
import { download as fetchFile } from '#web/kit/call/api.ts';
import { asApiError } from '#web/kit/call/api-error.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { saveFile } from '#web/kit/lib/save-file.ts';

/** Provides a download: saves a file under the name that the server gives it, and returns whether it did. A failure is shown in an alert. */
export function useDownload() {
  const [downloading, setDownloading] = useState(false);
  const download = async <E extends AnyEndpoint>(endpoint: E, input: CallInput<E>): Promise<boolean> => {
    setDownloading(true);
    try {
      const { blob, name } = await fetchFile(endpoint, input);
      saveFile(blob, name);
      return true;
    } catch (error) {
      alerts.danger(asApiError(error).firstMessage);
      return false;
    } finally {
      setDownloading(false);
    }
  };
  return { download, downloading };
}
