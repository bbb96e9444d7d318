/** Field labels of the parts of an address. */
export const ADDRESS_LABELS = {
  street_name: 'Calle',
  street_number: 'Altura',
  floor: 'Piso',
  apartment: 'Dpto.',
  between_1: 'Entre calle 1',
  between_2: 'Entre calle 2',
  zip_code: 'Código postal',
  state: 'Provincia',
  city: 'Localidad',
  neighborhood_name: 'Barrio',
  other_info: 'Observaciones',
} as const;

export type AddressPart = keyof typeof ADDRESS_LABELS;
