import { useState } from 'react';
import type { AnyEndpoint, CallInput } from '#shared/http/endpoint.ts';
import { downloadStaff } from '#web/console/staff-api.ts';
import { alerts } from '#web/lib/alerts.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { saveFile } from '#web/lib/save-file.ts';

/** Provides a download of a file by the server's name, or else another one. A failure is shown in an alert. */
export function useDownload() {
  const [downloading, setDownloading] = useState(false);
  const download = async <E extends AnyEndpoint>(endpoint: E, input: CallInput<E>, otherName: string) => {
    setDownloading(true);
    try {
      const { blob, name } = await downloadStaff(endpoint, input);
      saveFile(blob, name ?? otherName);
    } catch (error) {
      alerts.danger(asApiError(error).firstMessage);
    }
    setDownloading(false);
  };
  return { download, downloading };
}
