import type { NewOrder } from '#shared/orders/new-order.ts';
import type { Random } from './seed/seeded-random.ts';
import { provinceName, streets, type Town } from './towns.ts';

const firstNames = [
  'Lucía',
  'Martín',
  'Sofía',
  'Joaquín',
  'Camila',
  'Tomás',
  'Valentina',
  'Nicolás',
  'Florencia',
  'Agustín',
  'Julieta',
  'Ramiro',
  'Micaela',
  'Facundo',
  'Rocío',
  'Iñaki',
  'Zoé',
  'Bautista',
  'Malena',
  'Gastón',
];

const lastNames = [
  'Aguirre',
  'Benítez',
  'Cabrera',
  'Domínguez',
  'Escudero',
  'Farías',
  'Giménez',
  'Herrera',
  'Ibáñez',
  'Juárez',
  'Ledesma',
  'Molina',
  'Núñez',
  'Ojeda',
  'Peralta',
  'Quiroga',
  'Roldán',
  'Sosa',
  'Toledo',
  'Vázquez',
];

const remarks = [
  '',
  '',
  '',
  'Tocar timbre, el portero no funciona.',
  'Dejar en recepción de lunes a viernes de 9 a 18.',
  'Casa con portón verde, al lado de la panadería.',
  'Llamar antes de venir.',
];

/** Returns an invented receiver in a town. Documents and phone numbers are from ranges that aren't assigned. */
export function randomReceiver(random: Random, town: Town): NewOrder['receiver'] {
  const first_name = random.pick(firstNames);
  const last_name = random.pick(lastNames);
  const inFlat = random.percent(40);
  const mailbox = `${first_name}.${last_name}`.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return {
    first_name,
    last_name,
    receiver_name: random.percent(80) ? `${first_name} ${last_name}` : `Familia ${last_name}`,
    document: String(random.int(80_000_000, 89_999_999)),
    email: `${mailbox}${random.int(1, 99)}@example.com`,
    receiver_phone: `11 5555-${random.int(1000, 9999)}`,
    address: {
      street_name: random.pick(streets),
      street_number: String(random.int(40, 4900)),
      floor: inFlat ? String(random.int(1, 14)) : '',
      apartment: inFlat ? random.pick(['A', 'B', 'C', '1', '2']) : '',
      between_1: random.pick(streets),
      between_2: random.percent(50) ? random.pick(streets) : '',
      zip_code: town.zip,
      state: provinceName(town.province),
      city: town.city,
      neighborhood_name: town.neighborhood,
      other_info: random.pick(remarks),
    },
  };
}
