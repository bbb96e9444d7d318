import { localDay } from '#shared/kit/days.ts';
import { WAREHOUSE_RECEIVER, type WarehouseContents } from '#test/services/fake-warehouse-server.ts';

const TODAY = localDay(new Date());

/** Contents of the provider's warehouse for a sender: one SKU in one lot, and an order in preparation. */
export const WAREHOUSE_CONTENTS: WarehouseContents = {
  productos: [
    {
      sku: 'DUL-450',
      descripción: 'Dulce de leche',
      stockTotal: 40,
      stockCritico: 0,
      fechaActualización: `${TODAY}T09:30:00-03:00`,
      lotes: [{ lote: 'L1', unidades: 40, vencimiento: null, fechaCriticidad: null }],
    },
  ],
  pedidos: [
    {
      fecha: TODAY,
      referencia: 'PED-1',
      orden: 'W-1',
      estado: 'Preparado',
      detalle: {
        estado: 'Preparado',
        etiquetas: null,
        fechaCreacionOrden: `${TODAY}T10:00:00-03:00`,
        fechaEstado: `${TODAY}T11:30:00-03:00`,
        productos: [{ sku: 'DUL-450', descripcion: 'Dulce de leche', cantidad: 2, cantidadPreparada: 2 }],
        datosDestinatario: WAREHOUSE_RECEIVER,
      },
    },
  ],
};
