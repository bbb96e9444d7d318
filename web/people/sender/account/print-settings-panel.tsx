import { readPrintConfig } from '#shared/people/account.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { printConfigOf } from '#web/parts/print-settings/print-config.ts';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { PrintSettingsForm } from './print-settings-form.tsx';

/** Ajustes de Impresión (D2 §2): loads the print settings and shows their form. */
export function PrintSettingsPanel() {
  const answer = useApiQuery(readPrintConfig);
  const config = answer.data ? printConfigOf(answer.data) : null;
  return (
    <Panel title="Ajustes de Impresión">
      {config ? (
        <PrintSettingsForm config={config} />
      ) : answer.isPending ? (
        <Skeleton lines={17} label="Cargando los ajustes de impresión" />
      ) : (
        <ErrorState onRetry={() => void answer.refetch()} />
      )}
    </Panel>
  );
}
