import { useState } from 'react';
import type { AnyEndpoint, CallInput } from '#shared/http/endpoint.ts';
import { downloadStaff } from '#web/console/staff-api.ts';
import { alerts } from '#web/lib/alerts.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { saveFile } from '#web/lib/save-file.ts';

/** Provides a download of a file, whose failure is shown in an alert. */
export function useDownload() {
  const [downloading, setDownloading] = useState(false);
  const download = async <E extends AnyEndpoint>(endpoint: E, input: CallInput<E>, name: string) => {
    setDownloading(true);
    try {
      saveFile(await downloadStaff(endpoint, input), name);
    } catch (error) {
      alerts.danger(asApiError(error).firstMessage);
    }
    setDownloading(false);
  };
  return { download, downloading };
}
