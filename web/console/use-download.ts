import { useState } from 'react';
import type { AnyEndpoint, CallInput } from '#shared/http/endpoint.ts';
import { alerts } from '#web/lib/alerts.ts';
import { download as fetchFile } from '#web/lib/api.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { saveFile } from '#web/lib/save-file.ts';

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
