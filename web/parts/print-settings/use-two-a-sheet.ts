import { readPrintConfig } from '#shared/account.ts';
import { useCall } from '#web/lib/queries.ts';
import { useClientSession } from '#web/lib/session-store.ts';
import { useSettings } from '#web/lib/settings.ts';
import { printConfigOf } from './print-config.ts';

/** Whether a sheet takes two labels, so that one may have been used halfway. Only our own gateway begins on its rest. */
export function useTwoASheet(): boolean {
  const { strict } = useSettings();
  const asks = useClientSession().printConfig !== 'zpl' && !strict;
  const { data } = useCall(readPrintConfig, asks ? {} : null);
  return asks && data !== undefined && printConfigOf(data)?.settings.labels_per_page === 2;
}
