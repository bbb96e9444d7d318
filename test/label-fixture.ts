import type { LabelData } from '#server/orders/label/label-data.ts';

/** A label of an ordinary package; tests override single fields. */
export function labelData(
  different: Partial<LabelData> & {
    to?: Partial<LabelData['receiver']['address']>;
    who?: Partial<LabelData['receiver']>;
  } = {},
): LabelData {
  const { to, who, ...rest } = different;
  return {
    provider: 'Remito Logística',
    deliveryMode: 'Entrega a domicilio',
    createdDay: '2026-01-05',
    package: { number: 1, total: 2 },
    shipmentLabel: '7K3MQ9XW2RT-1',
    version: 1,
    trackingId: '7K3MQ9XW2RT',
    orderId: 'WEB-10482',
    trackingUrl: 'https://seguimiento.remito.example/7K3MQ9XW2RT-1',
    receiver: {
      name: 'María Fernanda Álvarez Núñez',
      document: '30412877',
      phone: '11 5555-0199',
      otherInfo: 'Tocar el timbre de portería.',
      ...who,
      address: {
        street: 'Av. Álvarez Thomas',
        number: '1234',
        floor: '3',
        apartment: 'B',
        between1: 'Olazábal',
        between2: 'Mendoza',
        neighborhood: 'Belgrano',
        city: 'Ciudad Autónoma de Buenos Aires',
        zipCode: 'C1427CCO',
        province: 'Ciudad Autónoma de Buenos Aires',
        ...to,
      },
    },
    sender: {
      company: 'Tienda del Ñandú S.R.L.',
      phone: '351 555-0142',
      address: {
        street: 'Bv. San Juan',
        number: '480',
        floor: '',
        apartment: '',
        between1: '',
        between2: '',
        neighborhood: 'Centro',
        city: 'Villa María',
        zipCode: '5900',
        province: 'Córdoba',
      },
    },
    weightGrams: 1250,
    dimensionsCm: { length: 30, width: 20, height: 10 },
    items: [{ quantity: 2, name: 'Remera de algodón' }],
    declaredValueCents: null,
    band: null,
    reverse: false,
    pickupPoint: null,
    ...rest,
  };
}
