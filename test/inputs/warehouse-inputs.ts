import type { AnyEndpoint, CallInput } from '#shared/kit/http/endpoint.ts';
import { clientFulfillment, prepareFulfillment } from '#shared/warehouse/staff-fulfillment.ts';
import { clientStock } from '#shared/warehouse/staff-stock.ts';
import { readStockReturn } from '#shared/warehouse/staff-stock-return.ts';
import { providerEvent, RETURNED } from '#test/callers/provider-client.ts';
import type { StaffCallWorld } from './staff-call-inputs.ts';

type Input = CallInput<AnyEndpoint>;

/** Returns valid inputs of the warehouse's calls, by name. */
export function warehouseInputs({
  staff,
  provider,
  client,
  clientId,
  packing,
}: StaffCallWorld): Record<string, () => Input | Promise<Input>> {
  /** Prepares an order and returns its shipment. @returns its label */
  const returned = async () => {
    const params = await packing();
    const { shipments } = (await staff(prepareFulfillment, { params, body: {} })).body.results;
    const label = shipments[0]?.shipment_id ?? '';
    await provider.sendEvents(...RETURNED.map((state) => providerEvent(label, state, new Date())));
    return label;
  };
  return {
    recordCounts: async () => {
      const { clientId } = await packing();
      const params = { clientId };
      const [lot] = (await staff(clientStock, { params, query: { limit: '1' } })).body.results;
      const { sku = '', lot: name = '', units = 0 } = lot ?? {};
      const count = { count_id: 'C-1', sku, lot: name, expected: units, counted: units + 3, reason: 'Sobraba' };
      return { params, body: { counts: [count, { sku: 7 }] } };
    },
    setShelf: async () => {
      const params = await packing();
      const { shipments } = (await staff(clientFulfillment, { params })).body.results;
      return {
        params: { clientId: params.clientId },
        body: { sku: shipments[0]?.items[0]?.sku ?? '', shelf: 'A-01' },
      };
    },
    exportExpiringStock: () => ({}),
    expiringStock: async () => ({ query: { filter: { client: String(await clientId()), status: 'vencido' } } }),
    pickingList: async () => {
      const { clientId, id } = await packing();
      return { query: { orders: `${clientId}-${id}` } };
    },
    readStockReturn: () => ({ params: { label: client.ids.label } }),
    recordStockReturn: async () => {
      const label = await returned();
      const [lot] = (await staff(readStockReturn, { params: { label } })).body.results.lots;
      return {
        params: { label },
        body: { units: [{ sku: lot?.sku ?? '', lot: lot?.lot ?? '', units: 1 }], note: 'Una llegó rota' },
      };
    },
    recordReceipts: async () => {
      const { clientId } = await packing();
      const [lot] = (await staff(clientStock, { params: { clientId }, query: { limit: '1' } })).body.results;
      const receipt = { receipt_id: 'R-1', sku: lot?.sku ?? '', lot: 'A', units: '3', expiry: '2030-01-31' };
      return { params: { clientId }, body: { receipts: [receipt, { sku: 7 }] } };
    },
    clientStock: async () => ({ params: { clientId: await clientId() }, query: { filter: { sku: 'X' } } }),
    staffFulfillments: async () => {
      const { clientId } = await packing();
      return { query: { filter: { client: String(clientId), status: 'Registrado' }, limit: '1' } };
    },
    clientFulfillment: async () => ({ params: await packing() }),
    prepareFulfillment: async () => ({ params: await packing(), body: { items: [], close: true } }),
    labelFulfillment: async () => {
      const params = await packing();
      await staff(prepareFulfillment, { params, body: {} });
      return { params, body: {} };
    },
    cancelFulfillment: async () => ({ params: await packing(), body: { reason: 'Dañado' } }),
  };
}
