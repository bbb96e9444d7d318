import { plainEmail } from '#shared/kit/text/email.ts';
import { phoneDigits } from '#shared/orders/rules/place/phone.ts';
import { plainZip } from '#shared/orders/rules/place/zip.ts';
import type { ListedZips } from '#shared/orders/rules/place/zip-province.ts';
import { registrationSteps } from '#shared/people/registration.ts';
import { cuitDigits } from '#shared/people/rules/cuit.ts';
import { zipProvinceErrors } from '#web/orders/place/zip-province-check.ts';

/** Empty form values of the four steps (D1 §5), under the names of the payload (D1 §3). */
export const emptyValues = {
  contact: { nombre: '', apellido: '', telefono: '', email: '' },
  company: { cuit: '', razon_social: '', nombre_empresa: '' },
  address: {
    sender_address_street_name: '',
    sender_address_street_number: '',
    sender_address_zip_code: '',
    sender_address_state: '',
    sender_address_city: '',
    sender_address_neighborhood_name: '',
    sender_address_floor: '',
    sender_address_apartment: '',
    sender_address_other_info: '',
  },
  user: { username: '', password: '', passwordConfirm: '' },
};

export type RegistrationValues = typeof emptyValues;
export type Step = keyof RegistrationValues;

export const STEPS: readonly Step[] = ['contact', 'company', 'address', 'user'];

export const STEP_TITLES: Record<Step, string> = {
  contact: 'Datos de Contacto',
  company: 'Datos de la Empresa',
  address: 'Domicilio de Colecta',
  user: 'Datos de usuario',
};

export const schemas = registrationSteps;

/** Our field name by the name that a foreign gateway may use. */
export const FOREIGN_NAMES: Record<string, string> = {
  cuit_cliente: 'cuit',
  razonSocial: 'razon_social',
  nombreEmpresa: 'nombre_empresa',
  calle: 'sender_address_street_name',
  numero: 'sender_address_street_number',
  cp: 'sender_address_zip_code',
  provincia: 'sender_address_state',
  localidad: 'sender_address_city',
  barrio: 'sender_address_neighborhood_name',
  piso: 'sender_address_floor',
  dpto: 'sender_address_apartment',
  observaciones: 'sender_address_other_info',
};

/** Returns the step of a refused field; null for an unknown field. */
export function stepOf(field: string): Step | null {
  const name = FOREIGN_NAMES[field] ?? field;
  return STEPS.find((step) => name in emptyValues[step]) ?? null;
}

/** Builds the registration payload (D1 §3), with telephone and CUIT as digits, postal code and e-mail in one spelling, and the CUIT in two fields. */
export function payloadOf({ contact, company, address, user }: RegistrationValues) {
  const cuit = cuitDigits(company.cuit) ?? company.cuit;
  return {
    ...contact,
    email: plainEmail(contact.email),
    telefono: phoneDigits(contact.telefono) ?? contact.telefono,
    ...company,
    cuit,
    cuit_cliente: cuit,
    ...address,
    sender_address_zip_code: plainZip(address.sender_address_zip_code),
    username: user.username,
    password: user.password,
  };
}

/** Checks the collection address's postal code against its province (readings C48). */
export function addressErrors(address: RegistrationValues['address'], zips: ListedZips) {
  const { sender_address_state: state, sender_address_zip_code: zip_code } = address;
  return zipProvinceErrors({ state, zip_code }, zips, {
    state: 'sender_address_state',
    zip_code: 'sender_address_zip_code',
  });
}
