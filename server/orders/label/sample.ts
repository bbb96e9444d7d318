import type { Deps } from '#server/integrations/deps.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import { Download } from '#server/platform/http/response/download.ts';
import { localDay } from '#shared/kit/days.ts';
import { dotsPerMm, pdfSettings } from './delivery.ts';
import { trackingUrl } from './drawing/label-compose.ts';
import { renderLabels } from './drawing/label-worker.ts';
import { printSettings } from './label.store.ts';
import type { LabelData } from './label-data.ts';

const NAME = 'etiqueta-de-prueba';

/** Returns a label with invented data of realistic length, to test a printer. */
function sample({ config, clock }: Pick<Deps, 'config' | 'clock'>, number: number, total: number): LabelData {
  const label = `PRUEBA00000-${number}`;
  return {
    provider: config.BRAND_NAME,
    deliveryMode: 'Etiqueta de prueba',
    createdDay: localDay(clock()),
    package: { number, total },
    shipmentLabel: label,
    version: 1,
    trackingId: 'PRUEBA00000',
    orderId: 'PRUEBA',
    trackingUrl: trackingUrl(config, label),
    receiver: {
      name: 'María Núñez de Ejemplo',
      document: '12345678',
      phone: '11 5555-0100',
      otherInfo: 'No despachar: es una prueba de impresión. Las letras y los códigos tienen que verse nítidos.',
      address: {
        street: 'Calle de Ejemplo',
        number: '1234',
        floor: '5',
        apartment: 'B',
        between1: 'Primera',
        between2: 'Segunda',
        neighborhood: 'Centro',
        city: 'Córdoba',
        zipCode: 'X5000ABC',
        province: 'Córdoba',
      },
    },
    sender: {
      company: 'Empresa de ejemplo',
      phone: '11 5555-0101',
      address: {
        street: 'Avenida de Ejemplo',
        number: '100',
        floor: '',
        apartment: '',
        between1: '',
        between2: '',
        neighborhood: 'Centro',
        city: 'Ciudad Autónoma de Buenos Aires',
        zipCode: '1000',
        province: 'Ciudad Autónoma de Buenos Aires',
      },
    },
    weightGrams: 1000,
    dimensionsCm: { length: 30, width: 20, height: 10 },
    items: [{ quantity: 1, name: 'Producto de ejemplo' }],
    declaredValueCents: null,
    band: null,
    reverse: false,
    pickupPoint: null,
  };
}

/** Prints sample labels in the client's print settings, as many as fit on a sheet. Records nothing. */
export async function printSample(deps: Deps, { clientId }: Caller, signal: AbortSignal): Promise<Download> {
  const chosen = await deps.db.withClient(clientId, (trx) => printSettings(trx, clientId));
  const settings = pdfSettings({ settings: chosen });
  const labels = Array.from({ length: settings.perPage }, (_, index) => sample(deps, index + 1, settings.perPage));
  const options = { createdAt: deps.clock() };
  const pdf = await renderLabels(clientId, 'pdf', { labels, settings, options }, signal);
  return new Download('application/pdf', `${NAME}.pdf`, pdf);
}

/** Prints the sample label as ZPL. */
export async function printSampleZpl(deps: Deps, { clientId }: Caller, signal: AbortSignal): Promise<Download> {
  const job = { labels: [sample(deps, 1, 1)], dotsPerMm: dotsPerMm(deps.config) };
  return new Download('application/octet-stream', `${NAME}.zpl`, await renderLabels(clientId, 'zpl', job, signal));
}
