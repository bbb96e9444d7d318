import { type ReactNode, useState } from 'react';
import type { AnyEndpoint, CallInput } from '#shared/kit/http/endpoint.ts';
import { download } from '#web/kit/call/api.ts';
import { asApiError } from '#web/kit/call/api-error.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { saveFile } from '#web/kit/lib/save-file.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Download } from '#web/kit/ui/display/icons.ts';

interface DownloadButtonProps<E> {
  endpoint: E;
  input?: CallInput<E>;
  /** Name of the file, without its ending, if the gateway sends none. */
  name: string;
  children: ReactNode;
}

/** Downloads a person's data as JSON, one download at a time. */
export function DownloadButton<E extends AnyEndpoint>({ endpoint, input, name, children }: DownloadButtonProps<E>) {
  const [running, setRunning] = useState(false);

  const run = async () => {
    setRunning(true);
    try {
      const file = await download(endpoint, input as never);
      saveFile(file.blob, file.name.endsWith('.json') ? file.name : `${name}.json`);
    } catch (error) {
      alerts.failure(error, 'No se pudieron descargar los datos', asApiError(error).firstMessage);
    } finally {
      setRunning(false);
    }
  };
  return (
    <Button icon={<Download />} busy={running} onClick={() => void run()}>
      {children}
    </Button>
  );
}
