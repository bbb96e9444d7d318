import { useId, useLayoutEffect, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { mailtoHref } from '#shared/kit/text/mailto.ts';
import { mapUrl } from '#shared/kit/text/map-url.ts';
import type { StreetAddress } from '#shared/orders/address.ts';
import type { pickupPoint, shippingReceiver } from '#shared/orders/shipments.ts';
import type { DescriptionRow } from '#web/kit/ui/layout/panel.tsx';
import styles from './clamped-text.module.css';

export type Receiver = Partial<z.output<typeof shippingReceiver>>;

/** The parts of an address; a foreign gateway may omit some. */
export type AddressParts = Partial<StreetAddress & { between_1: string; between_2: string }>;

/** Returns a row, or none without a value; rows that D1 names stay and show a hyphen. */
export const optional = (term: string, value: string | undefined): DescriptionRow[] => (value ? [{ term, value }] : []);

/** A link that opens a new e-mail to the address, which wraps before its domain. */
export function mailLink(email: string | undefined) {
  if (!email) return email;
  const domain = Math.max(0, email.lastIndexOf('@'));
  return (
    <a href={mailtoHref(email)}>
      {email.slice(0, domain)}
      <wbr />
      {email.slice(domain)}
    </a>
  );
}

/** Text clamped to two lines (D1 §9), with 'Ver más' if it is longer. */
function ClampedText({ text }: { text: string }) {
  const id = useId();
  const textRef = useRef<HTMLSpanElement>(null);
  const [isClamped, setIsClamped] = useState(false);
  const [expanded, setExpanded] = useState(false);

  useLayoutEffect(() => {
    const element = textRef.current;
    if (!element || expanded) return;
    const measure = () => setIsClamped(element.scrollHeight > element.clientHeight + 1);
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    measure();
    return () => watch.disconnect();
  }, [expanded]);

  return (
    <>
      <span ref={textRef} id={id} className={expanded ? styles.whole : styles.clamped}>
        {text}
      </span>
      {(isClamped || expanded) && (
        <button
          type="button"
          className="link-button"
          aria-expanded={expanded}
          aria-controls={id}
          onClick={() => setExpanded(!expanded)}
        >
          {expanded ? 'Ver menos' : 'Ver más'}
        </button>
      )}
    </>
  );
}

/** Observations, clamped to two lines (D1 §9). */
export const notesRow = (notes: string | undefined): DescriptionRow => ({
  term: 'Observaciones',
  value: notes && <ClampedText text={notes} />,
});

/** Returns the receiver's address with the field names of other addresses. */
export function receiverAddress(receiver: Receiver): AddressParts {
  const entries = Object.entries(receiver).filter(([name]) => name.startsWith('address_'));
  return Object.fromEntries(entries.map(([name, value]) => [name.slice('address_'.length), value]));
}

/** Returns an address as description rows, from the street to the province. */
export function addressRows(address: AddressParts): DescriptionRow[] {
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

/** Returns a pickup point as description rows; a gateway may know neither hours nor coordinates. */
export function pickupPointRows({
  code,
  name,
  address,
  hours,
  lat,
  lon,
}: Partial<z.output<typeof pickupPoint>>): DescriptionRow[] {
  const isLocated = typeof lat === 'number' && typeof lon === 'number';
  return [
    { term: 'Código', value: code },
    { term: 'Nombre', value: name },
    { term: 'Dirección', value: address },
    ...optional('Horario', hours),
    ...(isLocated
      ? [
          {
            term: 'Mapa',
            value: (
              <a href={mapUrl(lat, lon)} target="_blank" rel="noreferrer">
                Ver en el mapa
              </a>
            ),
          },
        ]
      : []),
  ];
}
