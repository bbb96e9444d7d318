import type { FieldError } from '#shared/kit/http/failure.ts';
import type { ListedZips } from '#shared/orders/rules/place/zip-province.ts';
import type { SenderAddress } from '#shared/people/account.ts';
import { ADDRESS_LABELS } from '#web/orders/place/address-labels.ts';
import { placeName } from '#web/orders/place/zip-places.ts';
import { zipProvinceErrors } from '#web/orders/place/zip-province-check.ts';

/** Names of the form fields, by part of a collection address. */
export const ADDRESS_NAMES = {
  street_name: 'street_name',
  street_number: 'street_number',
  floor: 'floor',
  apartment: 'apartment',
  zip_code: 'zip_code',
  state: 'state',
  city: 'city',
  neighborhood_name: 'neighborhood_name',
  other_info: 'other_info',
} as const;

type TextName = keyof typeof ADDRESS_NAMES;

/** Form values of a collection address. */
export type AddressValues = Record<TextName, string> & { main_address: boolean; active: boolean };

/**
 * Returns an address's form values, or those of a new address when there is none. A foreign gateway may leave fields out
 * (D1 §3).
 */
export function addressValues(address: Partial<SenderAddress> = {}): AddressValues {
  const texts = Object.keys(ADDRESS_NAMES).map((name) => [name, address[name as TextName] ?? '']);
  return {
    ...(Object.fromEntries(texts) as Record<TextName, string>),
    main_address: address.main_address ?? false,
    active: address.active ?? true,
  };
}

/**
 * Checks postal code against province. An unchanged pair is not checked: it may be older than the rule (readings C48).
 */
export function addressZipProvinceErrors(
  before: AddressValues,
  values: AddressValues,
  zips: ListedZips | null,
): FieldError[] {
  const zipAndState = ({ zip_code, state }: AddressValues) => `${zip_code.trim().toUpperCase()} ${state.trim()}`;
  return zipAndState(before) === zipAndState(values) ? [] : zipProvinceErrors(values, zips, ADDRESS_NAMES);
}

const LABELS: Record<string, string> = { ...ADDRESS_LABELS, main_address: 'Dirección principal', active: 'Activa' };

/** Returns a field's label, or its name when the form has no such field. */
export const addressLabel = (field: string) => LABELS[field] ?? field;

/** Formats street and number: 'Av. Rivadavia 4500'. */
export const formatStreet = ({ street_name, street_number }: AddressValues) => `${street_name} ${street_number}`.trim();

/** Formats floor and apartment: 'Piso 3 · Dpto. B'. Empty for a house. */
export const formatUnit = ({ floor, apartment }: AddressValues) =>
  [floor && `Piso ${floor}`, apartment && `Dpto. ${apartment}`].filter(Boolean).join(' · ');

/** Formats postal code, neighborhood, city and province: '1424 · Caballito, CABA'. */
export function formatLocality({ zip_code, neighborhood_name, city, state }: AddressValues): string {
  const place = [neighborhood_name === city ? '' : neighborhood_name, placeName({ city, province: state })];
  return [zip_code, place.filter(Boolean).join(', ')].filter(Boolean).join(' · ');
}
