import { localDay } from '#shared/kit/days.ts';
import type { AnyEndpoint, CallInput } from '#shared/kit/http/endpoint.ts';
import { listTariffs, publishClientTariff } from '#shared/money/staff-tariffs.ts';
import { listCategories } from '#shared/provider/staff-categories.ts';
import { listTerms, publishTerms } from '#shared/provider/staff-terms.ts';
import { addLocality } from '#shared/provider/staff-zip-codes.ts';
import type { StaffCallWorld } from './staff-call-inputs.ts';

type Input = CallInput<AnyEndpoint>;

/** Publishes terms that bind later. @returns their id */
export const laterTerms = async (staff: StaffCallWorld['staff']): Promise<number> =>
  (await staff(publishTerms, { body: { text: '<p>Términos para aceptar</p>' } })).body.results.id;

/** Returns valid inputs of the provider's calls about its settings and lists, by name. */
export function settingsInputs({ app, staff, clientId }: StaffCallWorld): Record<string, () => Input | Promise<Input>> {
  let localities = 0;
  const tariffOfToday = async () =>
    ({ ...(await staff(listTariffs)).body.results[0], valid_from: localDay(new Date()) }) as never;
  return {
    readSetup: () => ({}),
    loadExamples: async () => {
      await app.owner('DELETE FROM pickup_points');
      return {};
    },
    testMail: () => ({ body: { email: 'ana@proveedor.example' } }),
    testPayments: () => ({}),
    previewTerms: () => ({ body: { text: '<p>Otros términos</p>' } }),
    pendingTerms: async () => ({
      params: { id: (await staff(listTerms)).body.results[0]?.id },
      query: { limit: '1' },
    }),
    listTerms: () => ({ query: { limit: '1' } }),
    publishTerms: () => ({ body: { text: '<p>Otros términos</p>', binds_from: 'now' } }),
    listTariffs: () => ({}),
    publishTariff: async () => ({ body: await tariffOfToday() }),
    listClientTariffs: async () => ({ params: { clientId: await clientId() }, query: { limit: '1' } }),
    publishClientTariff: async () => ({ params: { clientId: await clientId() }, body: await tariffOfToday() }),
    endClientTariff: async () => {
      const params = { clientId: await clientId() };
      await staff(publishClientTariff, { params, body: await tariffOfToday() });
      return { params, body: { valid_from: localDay(new Date()) } };
    },
    listPickupPoints: () => ({ query: { filter: { search: 'palermo', active: '1' } } }),
    savePickupPoint: () => ({ params: { code: 'C1002' }, body: { name: 'Otro nombre', confirm_prices: '0' } }),
    importPickupPoints: () => ({ body: { text: 'codigo;nombre\nC1002;Punto nuevo\n;Sin código' } }),
    exportPickupPoints: () => ({}),
    exportLocalities: () => ({}),
    listLocalities: () => ({ query: { filter: { search: '1425' } } }),
    addLocality: () => ({
      body: { zip_code: '8407', city: `Paraje ${++localities}`, province: 'Q', confirm_prices: '1' },
    }),
    removeLocality: async () => {
      const body = { zip_code: '8407', city: `Paraje ${++localities}`, province: 'Q', confirm_prices: true };
      await staff(addLocality, { body });
      return { body };
    },
    importLocalities: () => ({ body: { text: 'cp;localidad;provincia\n8407;Paraje nuevo;Q\n;;X' } }),
    listCategories: () => ({}),
    createCategory: () => ({ body: { name: 'Formas' } }),
    renameCategory: async () => {
      const [first] = (await staff(listCategories)).body.results;
      return { params: { id: first?.id }, body: { name: 'Comestibles' } };
    },
  };
}
