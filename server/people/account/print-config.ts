import type * as z from 'zod/mini';
import { changedFields } from '#server/events/changed-fields.ts';
import type { Deps } from '#server/integrations/deps.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import { wrapInEnvelope } from '#shared/kit/http/envelope.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { parseRowId } from '#shared/kit/row-id.ts';
import { type LabelSize, type LabelsPerPage, normalizeLabelSettings } from '#shared/orders/rules/label-settings.ts';
import type { printConfigForm } from '#shared/people/account.ts';
import { readPrintConfig, updatePrintConfig } from './print-config.store.ts';

/** Returns the print settings of the caller's company (D2 §3). */
export async function printConfig({ db }: Pick<Deps, 'db'>, { clientId }: Caller) {
  return wrapInEnvelope(await db.withClient(clientId, (trx) => readPrintConfig(trx, clientId)));
}

/**
 * Saves print settings. ZPL and the large size override other choices, in the browser and here (D2 §4).
 *
 * @param id id of the print settings
 * @throws Failure 404 if the settings aren't the caller's
 */
export async function savePrintConfig(
  { db, events }: Pick<Deps, 'db' | 'events'>,
  { clientId }: Caller,
  id: string,
  form: z.output<typeof printConfigForm>,
) {
  const settings = normalizeLabelSettings({
    default_format: form.default_format,
    default_label_size: Number(form.default_label_size) as LabelSize,
    labels_per_page: Number(form.labels_per_page) as LabelsPerPage,
  });
  const saved =
    parseRowId(id) !== null
      ? await db.withClient(clientId, async (trx) => {
          const before = await readPrintConfig(trx, clientId);
          const fields = changedFields(before, settings);
          if (before.id !== Number(id)) return null;
          if (fields.length === 0) return before;
          await updatePrintConfig(trx, clientId, settings);
          events.record(trx, clientId, 'print_config.changed', { fields, settings });
          return { ...before, ...settings };
        })
      : null;
  if (!saved) throw new Failure(404, messages.notFound);
  return { message: 'Datos de impresión cambiados correctamente', results: saved };
}
