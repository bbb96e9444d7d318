import type * as z from 'zod/mini';
import type { StreetAddress } from '#shared/address.ts';
import { mailtoHref } from '#shared/mailto.ts';
import type { shippingReceiver } from '#shared/shipments.ts';
import type { DescriptionItem } from '#web/ui/panel.tsx';
import { ClampedText } from './clamped-text.tsx';

export type Receiver = Partial<z.output<typeof shippingReceiver>>;

/** An address in parts; a foreign gateway may leave some out. */
export type AddressParts = Partial<StreetAddress & { between_1: string; between_2: string }>;

/** Left out when there is nothing to say; the facts that D1 names stay, with a hyphen. */
export const optional = (term: string, value: string | undefined): DescriptionItem[] =>
  value ? [{ term, value }] : [];

/** An e-mail address that can be written to. */
export const mailLink = (email: string | undefined) => email && <a href={mailtoHref(email)}>{email}</a>;

/** Observations, cut to two lines until somebody asks for more (D1 §9). */
export const notesItem = (notes: string | undefined): DescriptionItem => ({
  term: 'Observaciones',
  value: notes && <ClampedText text={notes} />,
});

/** The receiver's address, by the names that every address has. */
export function receiverAddress(receiver: Receiver): AddressParts {
  const entries = Object.entries(receiver).filter(([name]) => name.startsWith('address_'));
  return Object.fromEntries(entries.map(([name, value]) => [name.slice('address_'.length), value]));
}

/** An address as facts, from the street to the province. */
export function addressItems(address: AddressParts): DescriptionItem[] {
  const between = [address.between_1, address.between_2].filter(Boolean).join(' y ');
  return [
    { term: 'Calle', value: address.street_name },
    { term: 'Altura', value: address.street_number },
    { term: 'Piso', value: address.floor },
    { term: 'Dpto.', value: address.apartment },
    ...optional('Entre calles', between),
    ...optional('Barrio', address.neighborhood_name),
    { term: 'Código postal', value: address.zip_code },
    { term: 'Localidad', value: address.city },
    { term: 'Provincia', value: address.state },
  ];
}

/** A pickup point as facts. */
export const pickupPointItems = (point: { code: string; name: string; address: string }): DescriptionItem[] => [
  { term: 'Código', value: point.code },
  { term: 'Nombre', value: point.name },
  { term: 'Dirección', value: point.address },
];
