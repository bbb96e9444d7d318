import type { Buyer } from '#shared/orders/buyers.ts';

/** An address of the known buyer. */
export const HOME = {
  street_name: 'Costa Rica',
  street_number: '4500',
  floor: '3',
  apartment: 'B',
  between_1: 'Thames',
  between_2: '',
  zip_code: '1414',
  state: 'Capital Federal',
  city: 'Palermo',
  neighborhood_name: 'Palermo Soho',
  other_info: 'Timbre 2',
};

/** A known buyer with two addresses. */
export const ANA: Buyer = {
  first_name: 'Ana',
  last_name: 'Gómez',
  receiver_name: 'Portería',
  document: '27331480',
  email: 'ana@example.com',
  receiver_phone: '11 5873-2046',
  addresses: [HOME, { ...HOME, street_name: 'Lavalle', street_number: '10', city: 'Rosario', state: 'Santa Fe' }],
};
