import { EMPTY_VALUE, grams, kilograms, money, pluralize } from '#shared/kit/text/format.ts';
import { SummaryBox, type SummaryLine, SummaryLines } from '#web/kit/ui/layout/panel.tsx';
import { placeName } from '#web/orders/place/zip-places.ts';
import { focusField, type OrderField, type OrderForm } from './order-form.ts';
import { fieldLabel } from './order-labels.ts';
import styles from './order-summary.module.css';
import type { OrderEstimate } from './shipments/use-order-estimate.ts';

interface EstimateProps {
  form: OrderForm;
  estimate: OrderEstimate;
}

/** 'Faltan 2 datos para guardar', with a link to the first missing field. */
export function MissingData({ form, estimate, short }: EstimateProps & { short?: boolean }) {
  const { wrong: missingFields } = estimate;
  const [first] = missingFields;
  if (first === undefined) return short ? null : <span>No falta nada para guardar</span>;
  const { id } = form.field(first as OrderField);
  const onlyOne = missingFields.length === 1;
  const link = (text: string) => (
    <a
      href={`#${id}`}
      title={fieldLabel(first)}
      onClick={(event) => {
        event.preventDefault();
        focusField(form, first as OrderField);
      }}
    >
      {text}
    </a>
  );
  const counted = pluralize(missingFields.length, 'dato', 'datos');
  if (short) return link(`${onlyOne ? 'Falta' : 'Faltan'} ${counted}`);
  return (
    <span>
      {onlyOne ? 'Falta' : 'Faltan'} {link(counted)} para guardar
    </span>
  );
}

function noteOf({ missing, pending, problem, charged, weight }: OrderEstimate['shipments'][number]): string | null {
  if (missing !== null) return `Falta ${missing}`;
  if (problem !== null) return problem;
  if (pending) return 'Calculando…';
  if (charged === null) return null;
  return charged.by === 'peso'
    ? `Se cobra por peso: ${kilograms(charged.grams)}`
    : `Se cobra por volumen: ${kilograms(charged.grams)} (el paquete pesa ${kilograms(weight)})`;
}

/** Where the order goes, as far as it is known. */
function destinationText({ values, point }: OrderEstimate): string {
  if (point) return point.chosen ? `${point.chosen.name} · ${point.chosen.street}` : '';
  const { zip_code, city, state } = values.receiver.address;
  return [zip_code.trim(), placeName({ city: city.trim(), province: state })].filter(Boolean).join(' · ');
}

function receiverLines(estimate: OrderEstimate): SummaryLine[] {
  const { order_id, receiver } = estimate.values;
  return [
    { key: 'order', label: 'Orden', value: <span className="hyphenated-id">{order_id.trim() || EMPTY_VALUE}</span> },
    { key: 'to', label: 'Para', value: receiver.receiver_name.trim() || EMPTY_VALUE },
    { key: 'at', label: 'A', value: destinationText(estimate) || EMPTY_VALUE },
  ];
}

/** Live summary of the order while the form is filled in. */
export function OrderSummary({ form, estimate }: EstimateProps) {
  const { shipments, weight, value, cost, costComplete } = estimate;
  const isSubmitted = form.rhf.formState.isSubmitted;
  return (
    <aside aria-label="Resumen de la orden" className={styles.summary}>
      <SummaryBox
        title="Resumen"
        stub={
          <>
            <p className={styles.caption}>{costComplete ? 'Costo de Envío' : 'Costo de Envío, por ahora'}</p>
            <p className="total-amount">{money(cost)}</p>
            <p className={styles.missing}>
              <MissingData form={form} estimate={estimate} />
            </p>
          </>
        }
      >
        <SummaryLines lines={receiverLines(estimate)} />
        <SummaryLines
          lines={shipments.map((shipment, index) => ({
            key: String(index),
            label: <span className={styles.name}>Envío {index + 1}</span>,
            value: <span className="nowrap">{money(shipment.cost)}</span>,
            note: noteOf(shipment),
            warning: shipment.problem !== null || (isSubmitted && shipment.missing !== null),
          }))}
        />
        <SummaryLines
          lines={[
            {
              key: 'weight',
              label: 'Peso',
              value: <span className="nowrap">{grams(weight)}</span>,
              note: weight > 0 ? kilograms(weight) : null,
            },
            { key: 'value', label: 'Valor', value: <span className="nowrap">{money(value)}</span> },
          ]}
        />
      </SummaryBox>
    </aside>
  );
}
