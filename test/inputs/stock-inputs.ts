import type { StockedClient } from '#test/fixtures/client-factory.ts';

/** Inputs of the calls about stock and fulfillment, in the provider's words, of a client who has some. */
export const stockInputs = (client: () => StockedClient) => {
  const token = () => client().token;
  return {
    listFulfillment: () => ({
      token: token(),
      body: { FechaDesde: '2026-01-01', page: 1, pageSize: 10, estado: 'Registrado' },
    }),
    exportFulfillment: () => ({ token: token(), body: { FechaHasta: '2099-12-31' } }),
    readFulfillment: async () => ({ token: token(), body: { referencia: String(await client().packing()) } }),
    listStock: () => ({
      token: token(),
      body: { logonName: 'otro', articulo: '', estado: 'Crítico', page: '2', pageSize: '5' },
    }),
    exportStock: () => ({ token: token(), body: { descripcionArticulo: 'x' } }),
    stockLots: async () => {
      await client().packing();
      return { token: token(), body: { sku: `SKU-${client().marker}` } };
    },
  };
};
