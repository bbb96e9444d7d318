import type { ClientFlags } from '#server/people/domain/client-flags.store.ts';
import { provinceName } from './towns.ts';

/** Password of every demonstration login. */
export const DEMO_PASSWORD = 'portal2026';

/** Username of the showcase account, which has an example of everything. */
export const SHOWCASE_USERNAME = 'demo';

/** A demonstration login: an invented company, its user and its flags. */
export interface Account {
  username: string;
  firstName: string;
  lastName: string;
  company: string;
  legalName: string;
  cuit: string;
  flags: ClientFlags;
  acceptsTerms: boolean;
  format: 'pdf' | 'zpl';
  products: number;
  address: {
    street: string;
    number: number;
    zip: string;
    city: string;
    neighborhood: string;
    province: 'C' | 'B' | 'X';
  };
}

const none: ClientFlags = { prepago: false, logistica_inversa: false, fulfillment: false };
const all: ClientFlags = { prepago: true, logistica_inversa: true, fulfillment: true };

const palermo = {
  zip: '1414',
  city: 'Ciudad Autónoma de Buenos Aires',
  neighborhood: 'Palermo',
  province: 'C',
} as const;
const florida = { zip: '1602', city: 'Florida', neighborhood: 'Florida Oeste', province: 'B' } as const;
const cordoba = { zip: '5000', city: 'Córdoba', neighborhood: 'General Paz', province: 'X' } as const;

const usual = { flags: none, acceptsTerms: true, format: 'pdf', products: 6 } as const;

// CUITs from a range that isn't assigned, with valid check digits.
export const accounts: readonly Account[] = [
  {
    ...usual,
    username: SHOWCASE_USERNAME,
    firstName: 'Carolina',
    lastName: 'Ferreyra',
    company: 'Casa Lapacho',
    legalName: 'Lapacho Deco y Hogar S.R.L.',
    cuit: '30-99900001-7',
    flags: all,
    products: 300,
    address: { street: 'Gurruchaga', number: 1480, ...palermo },
  },
  {
    ...usual,
    username: 'basico',
    firstName: 'Esteban',
    lastName: 'Luna',
    company: 'Librería El Zaguán',
    legalName: 'El Zaguán Libros S.A.',
    cuit: '30-99900002-5',
    address: { street: 'Av. General Paz', number: 355, ...cordoba },
  },
  {
    ...usual,
    username: 'prepago',
    firstName: 'Mariana',
    lastName: 'Sol',
    company: 'Velas Aurora',
    legalName: 'Aurora Aromas S.A.S.',
    cuit: '30-99900003-3',
    flags: { ...none, prepago: true },
    address: { street: 'Av. San Martín', number: 2210, ...florida },
  },
  {
    ...usual,
    username: 'inversa',
    firstName: 'Diego',
    lastName: 'Arce',
    company: 'Zapatería Quebracho',
    legalName: 'Quebracho Calzados S.R.L.',
    cuit: '30-99900004-1',
    flags: { ...none, logistica_inversa: true },
    address: { street: 'Humboldt', number: 1660, ...palermo },
  },
  {
    ...usual,
    username: 'fulfil',
    firstName: 'Paula',
    lastName: 'Rivas',
    company: 'Dulces Algarrobo',
    legalName: 'Algarrobal Alimentos S.A.',
    cuit: '30-99900005-9',
    flags: { ...none, fulfillment: true },
    address: { street: 'Ituzaingó', number: 940, ...cordoba },
  },
  {
    ...usual,
    username: 'zebra',
    firstName: 'Hernán',
    lastName: 'Costa',
    company: 'Ferretería Andina',
    legalName: 'Andina Herramientas S.R.L.',
    cuit: '30-99900006-8',
    format: 'zpl',
    address: { street: 'Roca', number: 3120, ...florida },
  },
  {
    ...usual,
    username: 'nuevo',
    firstName: 'Abril',
    lastName: 'Paz',
    company: 'Macetas Brote',
    legalName: 'Brote Vivero S.A.S.',
    cuit: '30-99900007-6',
    acceptsTerms: false,
    products: 0,
    address: { street: 'Thames', number: 870, ...palermo },
  },
  {
    ...usual,
    username: 'otra',
    firstName: 'Gonzalo',
    lastName: 'Maidana',
    company: 'Bicicletas Ñandú',
    legalName: 'Ñandú Rodados S.A.',
    cuit: '30-99900008-4',
    flags: all,
    products: 12,
    address: { street: 'Obispo Trejo', number: 415, ...cordoba },
  },
];

/** Returns an account's registration form, as the portal sends it. */
export function registrationForm({ address, ...account }: Account) {
  return {
    nombre: account.firstName,
    apellido: account.lastName,
    telefono: '11 5555-0100',
    email: `${account.username}@example.com`,
    cuit: account.cuit,
    cuit_cliente: account.cuit,
    razon_social: account.legalName,
    nombre_empresa: account.company,
    sender_address_street_name: address.street,
    sender_address_street_number: address.number,
    sender_address_zip_code: address.zip,
    sender_address_state: provinceName(address.province),
    sender_address_city: address.city,
    sender_address_neighborhood_name: address.neighborhood,
    sender_address_floor: '',
    sender_address_apartment: '',
    sender_address_other_info: '',
    username: account.username,
    password: DEMO_PASSWORD,
  };
}
